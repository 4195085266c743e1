import type { Module } from "#backend/module";
import { testimonialRoutes } from "./routes.ts";

export const testimonials: Module = () => ({ endpoints: testimonialRoutes });
