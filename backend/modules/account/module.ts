import type { Module } from "#backend/module";
import { accountRoutes } from "./routes.ts";

export const account: Module = () => ({ endpoints: accountRoutes });
