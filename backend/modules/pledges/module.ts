import type { Module } from "#backend/module";
import { pledgeRoutes } from "./routes.ts";

export const pledges: Module = () => ({ endpoints: pledgeRoutes });
