import { sql } from "drizzle-orm";
import { namedAlike } from "#backend/audit/names";
import type { Module } from "#backend/module";
import { purgeArticlePictures } from "./article-pictures.ts";
import { personalData } from "./personal-data.ts";
import { purgeLooseFiles } from "./record-files.ts";
import { articlePictureOf, documentContent, documentFile, documentRoutes, recordFileOf } from "./routes.ts";
import * as tables from "./tables.ts";
import { documentQueue } from "./work-queue.ts";

export const documents: Module = {
  auditNames: [
    namedAlike(
      tables.documents,
      tables.documents.fileName,
      sql`${tables.documents.visibility} = 'public' and ${tables.documents.fileName} <> ''`,
    ),
  ],
  personalData,
  workQueues: [documentQueue],
  notPersonal: { "documents.verified_by": "belongs to the document's owner" },
  parts: (services) => ({
    endpoints: documentRoutes,
    routers: [documentContent(services), documentFile(services), recordFileOf(services), articlePictureOf(services)],
    purge: async (services, now) => {
      await purgeLooseFiles(services, now);
      await purgeArticlePictures(services, now);
    },
  }),
};
