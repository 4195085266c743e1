import type { Module } from "#backend/module";
import { by } from "#backend/privacy/personal-data";
import { birthdayRoutes } from "./routes.ts";

export const birthdays: Module = {
  personalData: [{ table: "birthday_greetings", columns: ["user_id"], ...by("user_id"), erasure: "delete" }],
  notPersonal: { "birthday_greetings.sent_by": "who of the team sent it; the act is in audit_log" },
  parts: () => ({ endpoints: birthdayRoutes }),
};
