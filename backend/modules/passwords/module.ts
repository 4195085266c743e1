import type { Module } from "#backend/module";
import { by } from "#backend/privacy/personal-data";
import { oldSince } from "#backend/privacy/retention";
import { passwordRoutes } from "./routes.ts";

export const passwords: Module = {
  personalData: [{ table: "password_resets", columns: ["user_id"], ...by("user_id"), hidden: ["token_hash"], erasure: "delete" }],
  retention: [oldSince("mail_links", "password_resets", "expires_at")],
  parts: () => ({ endpoints: passwordRoutes }),
};
