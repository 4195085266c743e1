import type { Module } from "#backend/module";
import { projectRoutes } from "./routes.ts";

export const projects: Module = () => ({ endpoints: projectRoutes });
