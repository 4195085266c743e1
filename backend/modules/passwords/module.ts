import type { Module } from "#backend/module";
import { passwordRoutes } from "./routes.ts";

export const passwords: Module = () => ({ endpoints: passwordRoutes });
