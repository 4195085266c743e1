import type { Module } from "#backend/module";
import { purgeLooseFiles } from "./record-files.ts";
import { documentContent, documentRoutes, paperFile, recordFileOf } from "./routes.ts";

export const documents: Module = (services) => ({
  endpoints: documentRoutes,
  routers: [documentContent(services), paperFile(services), recordFileOf(services)],
  purge: purgeLooseFiles,
});
