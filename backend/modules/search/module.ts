import { sql } from "drizzle-orm";
import type { Module } from "#backend/module";
import { retentionLimit } from "#backend/privacy/retention";
import { searchRoutes } from "./routes.ts";

const oldDay = (now: Date) => sql`it.day <= ${retentionLimit("searches", now)}::date`;

export const search: Module = {
  retention: [
    { kind: "searches", table: "unanswered_searches", where: oldDay },
    { kind: "searches", table: "dismissed_searches", where: oldDay },
  ],
  parts: () => ({ endpoints: searchRoutes }),
  demo: () => import("./demo.ts"),
};
