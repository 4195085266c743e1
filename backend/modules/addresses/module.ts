import type { Module } from "#backend/module";
import { addressRoutes } from "./routes.ts";

export const addresses: Module = {
  parts: () => ({ endpoints: addressRoutes }),
};
