import type { Module } from "#backend/module";
import { shortcutRoutes } from "./routes.ts";
import * as tables from "./tables.ts";

export const shortcuts: Module = {
  parts: () => ({ endpoints: shortcutRoutes }),
  demo: tables.shortcuts,
};
