import type { Module } from "#backend/module";
import { portraitRoutes } from "./routes.ts";

export const portraits: Module = () => ({ endpoints: portraitRoutes });
