import type { Module } from "#backend/module";
import { by } from "#backend/privacy/personal-data";
import { storedFormRoutes } from "./routes.ts";
import { purgeStoredForms } from "./storing.ts";

export const storedForms: Module = {
  // What the person was typing, for half an hour; only their own browser has its key.
  personalData: [{ table: "stored_forms", columns: ["user_id"], ...by("user_id"), hidden: ["token_hash", "sealed"], erasure: "delete" }],
  parts: () => ({
    endpoints: storedFormRoutes,
    purge: ({ db }, now) => purgeStoredForms(db, now),
  }),
};
