import type { Module } from "#backend/module";
import { publishDueArticles } from "./publication.ts";
import { articleRoutes } from "./routes.ts";
import { createReadingCounter } from "./view-counter.ts";

export const articles: Module = ({ db }) => {
  const views = createReadingCounter(db);
  return {
    endpoints: articleRoutes(views),
    jobs: ({ db, clock }) => [
      { name: "publish-articles", every: "* * * * *", run: () => publishDueArticles(db, clock()) },
      { name: "save-readings", every: "* * * * *", run: () => views.save() },
    ],
    close: () => views.save(),
  };
};
