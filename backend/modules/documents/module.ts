import { sql } from "drizzle-orm";
import { namedAlike } from "#backend/audit/names";
import type { Module } from "#backend/module";
import { personalData } from "./personal-data.ts";
import { purgeLooseFiles } from "./record-files.ts";
import { documentContent, documentFile, documentRoutes, recordFileOf } from "./routes.ts";
import * as tables from "./tables.ts";

export const documents: Module = {
  auditNames: [
    namedAlike(
      tables.documents,
      tables.documents.fileName,
      sql`${tables.documents.visibility} = 'public' and ${tables.documents.fileName} <> ''`,
    ),
  ],
  personalData,
  notPersonal: { "documents.verified_by": "belongs to the document's owner" },
  parts: (services) => ({
    endpoints: documentRoutes,
    routers: [documentContent(services), documentFile(services), recordFileOf(services)],
    purge: purgeLooseFiles,
  }),
};
