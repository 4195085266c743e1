import type { Module } from "#backend/module";
import { oauthClientRoutes } from "./routes.ts";

export const oauthClients: Module = () => ({ endpoints: oauthClientRoutes });
