import { namedRecords } from "#backend/audit/names";
import type { Module } from "#backend/module";
import { threadFiles } from "#backend/threads/files";
import { summarisedThreads } from "#backend/threads/summaries";
import { threadQueue } from "#backend/threads/work-queue";
import { applicationsApi } from "#contract/charity/applications";
import { applicationRoutes, applicationThread, cvContent } from "./applications.ts";
import { personalData, retention } from "./personal-data.ts";
import { jobRoutes } from "./routes.ts";
import { searchSource } from "./search-source.ts";
import * as tables from "./tables.ts";

export const jobs: Module = {
  auditNames: [namedRecords(tables.jobs, tables.jobs.title)],
  personalData,
  retention,
  workQueues: [threadQueue("applications", applicationThread)],
  summaries: [summarisedThreads(applicationThread, { kind: "application", letter: tables.applicationLetter })],
  searchSources: [searchSource],
  parts: (services) => ({
    endpoints: [...jobRoutes, ...applicationRoutes],
    routers: [
      cvContent(services),
      ...threadFiles(services, applicationsApi, { replies: tables.applicationReplies, entityType: "application" }),
    ],
  }),
  demo: tables.jobs,
};
