import type { Module } from "#backend/module";
import { pressFile, pressRoutes } from "./routes.ts";

export const press: Module = (services) => ({ endpoints: pressRoutes, files: [pressFile(services)] });
