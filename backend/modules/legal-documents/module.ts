import { and, eq, lte } from "drizzle-orm";
import type { Module } from "#backend/module";
import { newest } from "#backend/search/last-change";
import { publicLegalKeys } from "#contract/law/legal-documents";
import { personalData } from "./personal-data.ts";
import { legalDocumentRoutes, signedFile } from "./routes.ts";
import * as tables from "./tables.ts";

export const legalDocuments: Module = {
  personalData,
  lastChanges: [
    ...publicLegalKeys.map(
      (key) => (now: Date) =>
        newest(
          key,
          tables.legalDocuments,
          tables.legalDocuments.publishedAt,
          and(eq(tables.legalDocuments.key, key), lte(tables.legalDocuments.publishedAt, now)),
        ),
    ),
  ],
  parts: (services) => ({ endpoints: legalDocumentRoutes, routers: [signedFile(services)] }),
};
