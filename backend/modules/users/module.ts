import type { Module } from "#backend/module";
import { currentUserRoutes } from "./routes.ts";

export const users: Module = () => ({ endpoints: currentUserRoutes });
