import type { Module } from "#backend/module";
import { donorAccessRoutes } from "./routes.ts";

export const donorAccess: Module = () => ({ endpoints: donorAccessRoutes });
