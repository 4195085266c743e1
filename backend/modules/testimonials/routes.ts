import { asc } from "drizzle-orm";
import { contentRoutes, onLine } from "#backend/content/routes";
import { Refusal } from "#backend/http/refusal";
import { on, type Served } from "#backend/http/routes";
import { testimonialsApi } from "#contract/testimonials";
import { testimonials } from "./tables.ts";

type Row = typeof testimonials.$inferSelect;

export const testimonialRoutes: Served[] = [
  ...contentRoutes(testimonialsApi.admin, {
    table: testimonials,
    entityType: "testimonial",
    search: [testimonials.initials, testimonials.speaker, testimonials.quote],
    derive: (_, { status, withdrawnOn }: Row) => (status === "published" && withdrawnOn ? { status: "archived" } : {}),
    check: (_, { status, consentedOn, withdrawnOn }: Row) => {
      if (status === "published" && (!consentedOn || withdrawnOn)) throw new Refusal("no_consent");
    },
  }),

  on(testimonialsApi.list, async ({ db, query }) => ({
    items: await db
      .select()
      .from(testimonials)
      .where(onLine(testimonials))
      .orderBy(asc(testimonials.position), asc(testimonials.id))
      .limit(query.limit),
  })),
];
