import type { Module } from "#backend/module";
import { by } from "#backend/privacy/personal-data";
import { oldSince } from "#backend/privacy/retention";
import { accountRoutes } from "./routes.ts";

export const account: Module = {
  personalData: [{ table: "email_reversals", columns: ["user_id", "email"], ...by("user_id"), hidden: ["token_hash"], erasure: "delete" }],
  otherEmails: {
    "email_reversals.email": "an address that an account had; goes with the account, or a few weeks after the link has ended",
  },
  retention: [oldSince("mail_links", "email_reversals", "expires_at")],
  parts: () => ({ endpoints: accountRoutes }),
};
