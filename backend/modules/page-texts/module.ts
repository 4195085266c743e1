import { eq } from "drizzle-orm";
import type { Module } from "#backend/module";
import { newest } from "#backend/search/last-change";
import { editablePages } from "#contract/publishing/page-texts";
import { pageTextRoutes } from "./routes.ts";
import * as tables from "./tables.ts";

export const pageTexts: Module = {
  lastChanges: [
    ...editablePages.map((page) => () => newest(page, tables.pageTexts, tables.pageTexts.updatedAt, eq(tables.pageTexts.page, page))),
  ],
  parts: () => ({ endpoints: pageTextRoutes }),
};
