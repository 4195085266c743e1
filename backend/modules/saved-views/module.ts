import type { Module } from "#backend/module";
import { savedViewRoutes } from "./routes.ts";

export const savedViews: Module = () => ({ endpoints: savedViewRoutes });
