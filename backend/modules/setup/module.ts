import type { Module } from "#backend/module";
import { byEmail } from "#backend/privacy/personal-data";
import { oldSince } from "#backend/privacy/retention";
import { setupRoutes } from "./routes.ts";

export const setup: Module = {
  personalData: [{ table: "setup_links", columns: ["email"], ...byEmail("email"), hidden: ["token_hash"], erasure: "delete" }],
  retention: [oldSince("mail_links", "setup_links", "expires_at")],
  parts: () => ({ endpoints: setupRoutes }),
};
