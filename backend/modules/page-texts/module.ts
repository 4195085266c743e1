import { sql } from "drizzle-orm";
import type { Module } from "#backend/module";
import { newestByPage } from "#backend/search/last-change";
import { pageTextRoutes } from "./routes.ts";
import { pageTexts as table } from "./tables.ts";

/** The home page has no name in its path. */
const pathName = sql`case when ${table.page} = 'home' then '' else ${table.page} end`;

export const pageTexts: Module = {
  lastChanges: [newestByPage("page_texts", { table, page: pathName, column: table.updatedAt })],
  parts: () => ({ endpoints: pageTextRoutes }),
};
