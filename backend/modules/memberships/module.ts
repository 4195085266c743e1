import type { Module } from "#backend/module";
import { by } from "#backend/privacy/personal-data";
import { oldSince } from "#backend/privacy/retention";

export const memberships: Module = {
  personalData: [{ table: "memberships", columns: ["user_id"], ...by("user_id"), erasure: "keep", because: "accounting" }],
  retention: [oldSince("memberships", "memberships", "end_date")],
};
