import type { Module } from "#backend/module";
import { rightsRoutes } from "./routes.ts";

export const rights: Module = {
  parts: () => ({ endpoints: rightsRoutes }),
};
