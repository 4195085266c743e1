import type { Module } from "#backend/module";
import { monthlyRecordRoutes } from "./routes.ts";

export const monthlyRecords: Module = () => ({ endpoints: monthlyRecordRoutes });
