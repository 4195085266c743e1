import type { Module } from "#backend/module";
import { by } from "#backend/privacy/personal-data";
import { peopleRoutes } from "./routes.ts";

export const people: Module = {
  personalData: [{ table: "driver_profiles", columns: ["user_id"], ...by("user_id"), erasure: "delete" }],
  parts: () => ({ endpoints: peopleRoutes }),
};
