import type { Module } from "#backend/module";
import { searchRoutes } from "./routes.ts";

export const search: Module = () => ({ endpoints: searchRoutes });
