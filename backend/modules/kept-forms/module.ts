import type { Module } from "#backend/module";
import { by } from "#backend/privacy/personal-data";
import { purgeKeptForms } from "./keeping.ts";
import { keptFormRoutes } from "./routes.ts";

export const keptForms: Module = {
  // What the person was typing, for half an hour; only their own browser has its key.
  personalData: [{ table: "kept_forms", columns: ["user_id"], ...by("user_id"), hidden: ["token_hash", "sealed"], erasure: "delete" }],
  parts: () => ({
    endpoints: keptFormRoutes,
    purge: ({ db }, now) => purgeKeptForms(db, now),
  }),
};
