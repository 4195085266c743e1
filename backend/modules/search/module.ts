import { sql } from "drizzle-orm";
import type { Module } from "#backend/module";
import { retentionLimit } from "#backend/privacy/retention";
import { searchRoutes } from "./routes.ts";
import { readAllWords, readNewWords } from "./vocabulary.ts";

const oldDay = (now: Date) => sql`it.day <= ${retentionLimit("searches", now)}::date`;

export const search: Module = {
  retention: [
    { kind: "searches", table: "unanswered_searches", where: oldDay },
    { kind: "searches", table: "dismissed_searches", where: oldDay },
  ],
  parts: () => ({
    endpoints: searchRoutes,
    jobs: ({ db, clock, declarations: { searchSources } }) => [
      { name: "read-new-words", every: "*/2 * * * *", atStart: true, run: () => readNewWords(db, searchSources, clock()) },
      { name: "read-all-words", every: "41 3 * * *", daily: true, run: () => readAllWords(db, searchSources, clock()) },
    ],
  }),
  demo: () => import("./demo.ts"),
};
