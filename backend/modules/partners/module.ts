import type { Module } from "#backend/module";
import { partnerRoutes } from "./routes.ts";

export const partners: Module = () => ({ endpoints: partnerRoutes });
