import type { Module } from "#backend/module";
import { by } from "#backend/privacy/personal-data";
import { oldSince } from "#backend/privacy/retention";
import { aidRoutes } from "./routes.ts";
import { ownAids } from "./timeline.ts";

export const aids: Module = {
  personalData: [{ table: "aids", columns: ["user_id"], ...by("user_id"), erasure: "delete", loggedAs: "aid" }],
  notPersonal: { "aids.added_by": "staff, in the exercise of their office; belongs to whom the aid was for" },
  retention: [oldSince("aids", "aids", "day")],
  timeline: [ownAids],
  parts: () => ({ endpoints: aidRoutes }),
};
