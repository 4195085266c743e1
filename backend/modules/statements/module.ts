import type { Module } from "#backend/module";
import { statementRoutes } from "./routes.ts";

/** Bank statements, whose lines become payments. Their tables, and what is personal in them, are declared with the payments. */
export const statements: Module = { parts: () => ({ endpoints: statementRoutes }) };
