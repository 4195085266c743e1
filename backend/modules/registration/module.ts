import type { Module } from "#backend/module";
import { personalData, retention } from "./personal-data.ts";
import { registrationRoutes } from "./routes.ts";

export const registration: Module = {
  personalData,
  notPersonal: {
    "registration_papers.file_name":
      "a document of someone who has no account yet: no row says whose; it becomes the account's document, or goes with the draft",
  },
  retention,
  parts: () => ({ endpoints: registrationRoutes }),
};
