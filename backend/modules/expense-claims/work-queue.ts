import { sql } from "drizzle-orm";
import { byAdministrators, never, type WorkQueueSource } from "#backend/dashboard/work-queue";
import { expenseClaims } from "./tables.ts";

/** Expenses to decide on, which nobody does for their own. */
export const expenseQueue: WorkQueueSource = {
  name: "expenses",
  worksOn: byAdministrators,
  shownEmpty: never,
  rows: (_, reader) => ({
    table: expenseClaims,
    since: expenseClaims.waivedAt,
    waits: sql`${expenseClaims.status} = 'sent' and ${expenseClaims.userId} <> ${reader.id}`,
  }),
};
