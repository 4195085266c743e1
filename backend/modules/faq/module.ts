import type { Module } from "#backend/module";
import { faqRoutes } from "./routes.ts";

export const faq: Module = () => ({ endpoints: faqRoutes });
