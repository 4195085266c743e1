import type { Module } from "#backend/module";
import { countryRoutes } from "./routes.ts";

export const countries: Module = () => ({ endpoints: countryRoutes });
