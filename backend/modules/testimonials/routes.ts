import { asc, eq } from "drizzle-orm";
import { contentRoutes, onLine } from "#backend/content/routes";
import { pageOfRows } from "#backend/db/lists";
import { on, type ServedEndpoint } from "#backend/http/routes";
import { refuseSpam } from "#backend/http/spam-guard";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { hashOf } from "#backend/secrets";
import { sentTestimonialsApi } from "#contract/publishing/sent-testimonials";
import { testimonialsApi } from "#contract/publishing/testimonials";
import { decide, getSent, listSent } from "./queue.ts";
import { receiveTestimonial } from "./sending.ts";
import { testimonials } from "./tables.ts";
import { ownTestimonial, withdrawAgreement } from "./withdrawal.ts";

type Row = typeof testimonials.$inferSelect;

export const testimonialRoutes: ServedEndpoint[] = [
  ...contentRoutes(testimonialsApi.admin, {
    table: testimonials,
    entityType: "testimonial",
    label: testimonials.initials,
    past: ["consentedOn", "withdrawnOn"],
    listed: eq(testimonials.review, "approved"),
    sender: testimonials.email,
    skipsBin: ({ review, withdrawnOn }: Row) => review === "declined" || withdrawnOn !== null,
    derive: (_, { status, withdrawnOn, locale }: Row, { before }: { before?: Row }) => ({
      ...(status === "published" && withdrawnOn ? { status: "archived" } : {}),
      // A text sent in English is not an outdated translation of a first French text.
      ...(locale === "en" && before?.quote.fr === "" ? { english: "reviewed" } : {}),
    }),
    check: (_, { status, review, consentedOn, withdrawnOn, withdrawnAt, quote, speaker }: Row) => {
      if (withdrawnAt && !withdrawnOn) throw fieldRefusal("withdrawnOn", "content:error.withdrawn");
      if (status !== "published") return;
      if (review !== "approved") throw new Refusal("not_approved");
      if (!consentedOn || withdrawnOn) throw new Refusal("no_consent");
      if (!quote.fr || !speaker.fr) throw new Refusal("no_french");
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

  on(testimonialsApi.all, ({ db, query }) => {
    const { id, initials, speaker, quote, position } = testimonials;
    return pageOfRows(db, testimonials, query, { where: onLine(testimonials), sorts: { position } }, (found, order) =>
      db
        .select({ id, initials, speaker, quote })
        .from(testimonials)
        .innerJoin(found, eq(found.id, id))
        .orderBy(...order),
    );
  }),

  on(sentTestimonialsApi.send, async (call) => {
    const { body, limits, locale } = call;
    await refuseSpam(call, "testimonial", body);
    // The mail of thanks goes to any e-mail address that was entered.
    await limits.take("mailByAccount", hashOf(`testimonial ${body.email.toLowerCase()}`));
    return receiveTestimonial(call, body, locale);
  }),
  on(sentTestimonialsApi.own, ({ db, body: { token } }) => ownTestimonial(db, token)),
  on(sentTestimonialsApi.withdraw, (call) => withdrawAgreement(call, call.body.token)),

  on(sentTestimonialsApi.list, ({ db, query }) => listSent(db, query)),
  on(sentTestimonialsApi.get, (call) => getSent(call, call.params.id)),
  on(sentTestimonialsApi.decide, async (call) => {
    await decide(call, call.actor, call.params.id, call.body);
    return getSent(call, call.params.id);
  }),
];
