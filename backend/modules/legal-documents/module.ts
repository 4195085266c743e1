import { and, inArray, lte } from "drizzle-orm";
import type { Module } from "#backend/module";
import { newestByPage } from "#backend/search/last-change";
import { publicLegalKeys } from "#contract/law/legal-documents";
import { personalData } from "./personal-data.ts";
import { legalDocumentRoutes, signedFile } from "./routes.ts";
import { legalDocuments as table } from "./tables.ts";
import { signedTexts } from "./timeline.ts";

export const legalDocuments: Module = {
  personalData,
  timeline: [signedTexts],
  lastChanges: [
    newestByPage("legal_document", {
      table,
      page: table.key,
      column: table.publishedAt,
      where: (now) => and(inArray(table.key, [...publicLegalKeys]), lte(table.publishedAt, now)),
    }),
  ],
  parts: (services) => ({ endpoints: legalDocumentRoutes, routers: [signedFile(services)] }),
};
