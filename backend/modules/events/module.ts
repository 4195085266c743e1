import type { Module } from "#backend/module";
import { eventRoutes } from "./routes.ts";

export const events: Module = () => ({ endpoints: eventRoutes });
