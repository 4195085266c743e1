import type { Module } from "#backend/module";
import { pressFile, pressRoutes } from "./routes.ts";

export const press: Module = (services) => ({ endpoints: pressRoutes, routers: [pressFile(services)] });
