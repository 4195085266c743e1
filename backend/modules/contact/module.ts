import type { Module } from "#backend/module";
import { contactRoutes } from "./routes.ts";

export const contact: Module = () => ({ endpoints: contactRoutes });
