import { sql } from "drizzle-orm";
import { byAdministrators, never, type WorkQueueSource } from "#backend/dashboard/work-queue";
import { testimonials } from "./tables.ts";

/** Testimonials that somebody sent and nobody has decided on. */
export const testimonialQueue: WorkQueueSource = {
  name: "testimonials",
  worksOn: byAdministrators,
  shownEmpty: never,
  rows: () => ({
    table: testimonials,
    since: testimonials.createdAt,
    waits: sql`${testimonials.review} = 'submitted' and ${testimonials.withdrawnOn} is null`,
  }),
};
