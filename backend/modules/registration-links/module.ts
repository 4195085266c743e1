import type { Module } from "#backend/module";
import { registrationLinkRoutes } from "./routes.ts";

export const registrationLinks: Module = () => ({ endpoints: registrationLinkRoutes });
