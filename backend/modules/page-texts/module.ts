import type { Module } from "#backend/module";
import { newestByPage } from "#backend/search/last-change";
import { pageTextRoutes } from "./routes.ts";
import { pageTexts as table } from "./tables.ts";

export const pageTexts: Module = {
  lastChanges: [newestByPage("page_texts", { table, page: table.page, column: table.updatedAt })],
  parts: () => ({ endpoints: pageTextRoutes }),
};
