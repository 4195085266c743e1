import type { Module } from "#backend/module";
import { applicationRoutes, cvContent } from "./applications.ts";
import { jobRoutes } from "./routes.ts";

export const jobs: Module = (services) => ({
  endpoints: [...jobRoutes, ...applicationRoutes],
  routers: [cvContent(services)],
});
