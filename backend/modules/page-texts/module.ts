import type { Module } from "#backend/module";
import { pageTextRoutes } from "./routes.ts";

export const pageTexts: Module = () => ({ endpoints: pageTextRoutes });
