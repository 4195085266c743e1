import { uuid } from "drizzle-orm/pg-core";
import { users } from "#backend/modules/users/tables";
import { contentFrame } from "./base-columns.ts";

/** The columns of every content table. A subject adds one column for each field of its draft, under the same name. */
export const contentColumns = { ...contentFrame, updatedBy: uuid().references(() => users.id) };
