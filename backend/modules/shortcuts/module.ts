import type { Module } from "#backend/module";
import { shortcutRoutes } from "./routes.ts";

export const shortcuts: Module = {
  parts: () => ({ endpoints: shortcutRoutes }),
  demo: () => import("./demo.ts"),
};
