import type { Module } from "#backend/module";
import { furtherSupportRoutes } from "./routes.ts";

export const furtherSupport: Module = () => ({ endpoints: furtherSupportRoutes });
