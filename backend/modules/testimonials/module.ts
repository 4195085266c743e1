import type { Module } from "#backend/module";
import { newestOnLine } from "#backend/search/last-change";
import { personalData, retention } from "./personal-data.ts";
import { testimonialRoutes } from "./routes.ts";
import * as tables from "./tables.ts";
import { testimonialQueue } from "./work-queue.ts";

export const testimonials: Module = {
  personalData,
  retention,
  workQueues: [testimonialQueue],
  lastChanges: [newestOnLine("testimonial", tables.testimonials)],
  parts: () => ({ endpoints: testimonialRoutes }),
  demo: tables.testimonials,
};
