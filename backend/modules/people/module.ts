import type { Module } from "#backend/module";
import { peopleRoutes } from "./routes.ts";

export const people: Module = () => ({ endpoints: peopleRoutes });
