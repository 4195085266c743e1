import type { Module } from "#backend/module";
import { by } from "#backend/privacy/personal-data";
import { calendarFeedRoutes } from "./routes.ts";

export const calendarFeeds: Module = {
  personalData: [{ table: "calendar_feeds", columns: ["user_id"], ...by("user_id"), hidden: ["token_hash"], erasure: "delete" }],
  parts: () => ({ endpoints: calendarFeedRoutes }),
};
