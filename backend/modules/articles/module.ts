import { namedRecords } from "#backend/audit/names";
import type { Module } from "#backend/module";
import { by } from "#backend/privacy/personal-data";
import { articlesInOffice } from "./office-search.ts";
import { publishDueArticles } from "./publication.ts";
import { retention } from "./retention.ts";
import { articleRoutes } from "./routes.ts";
import { searchSource } from "./search-source.ts";
import { summarisedArticles } from "./summaries.ts";
import * as tables from "./tables.ts";
import { themeRoutes } from "./themes.ts";
import { createReadingCounter } from "./view-counter.ts";
import { reviewQueue } from "./work-queue.ts";

export const articles: Module = {
  auditNames: [namedRecords(tables.articles, tables.articles.title), namedRecords(tables.tags, tables.tags.label)],
  personalData: [
    // Published articles stay, under the pseudonym.
    { table: "articles", columns: ["author_id"], ...by("author_id"), erasure: "keep", because: "published" },
    { table: "article_revisions", columns: ["author_id"], ...by("author_id"), erasure: "keep", because: "published" },
  ],
  notPersonal: { "article_tags.tag_id": "a subject", "tags.label": "a subject" },
  retention,
  searchSources: [searchSource],
  workQueues: [reviewQueue],
  officeSearch: [articlesInOffice],
  summaries: [summarisedArticles],
  parts: ({ db }) => {
    const views = createReadingCounter(db);
    return {
      endpoints: [...articleRoutes(views), ...themeRoutes],
      jobs: ({ db, clock }) => [
        { name: "publish-articles", every: "* * * * *", run: () => publishDueArticles(db, clock()) },
        { name: "save-readings", every: "* * * * *", run: () => views.save() },
      ],
      close: () => views.save(),
    };
  },
};
