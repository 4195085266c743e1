import type { Module } from "#backend/module";
import { operationsRoutes } from "./routes.ts";

export const operations: Module = {
  parts: () => ({ endpoints: operationsRoutes }),
};
