import type { Module } from "#backend/module";
import { by } from "#backend/privacy/personal-data";
import { oldSince } from "#backend/privacy/retention";
import { membershipPeriods } from "./timeline.ts";

export const memberships: Module = {
  personalData: [{ table: "memberships", columns: ["user_id"], ...by("user_id"), erasure: "keep", because: "accounting" }],
  timeline: [membershipPeriods],
  retention: [oldSince("memberships", "memberships", "end_date")],
};
