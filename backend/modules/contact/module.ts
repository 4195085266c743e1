import type { Module } from "#backend/module";
import { personalData, retention } from "./personal-data.ts";
import { contactRoutes } from "./routes.ts";

export const contact: Module = {
  personalData,
  retention,
  parts: () => ({ endpoints: contactRoutes }),
};
