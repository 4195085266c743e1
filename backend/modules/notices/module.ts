import { createRecentResults } from "#backend/http/recent-results";
import type { Module } from "#backend/module";
import { by } from "#backend/privacy/personal-data";
import { oldSince } from "#backend/privacy/retention";
import { noticeRoutes } from "./routes.ts";

export const notices: Module = {
  personalData: [{ table: "notices", columns: ["user_id"], ...by("user_id"), hidden: ["dedupe_key", "mail_id"], erasure: "delete" }],
  retention: [oldSince("notices", "notices", "created_at")],
  parts: () => ({ endpoints: noticeRoutes(createRecentResults()) }),
};
