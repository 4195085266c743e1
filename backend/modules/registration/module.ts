import type { Module } from "#backend/module";
import { registrationRoutes } from "./routes.ts";

export const registration: Module = () => ({ endpoints: registrationRoutes });
