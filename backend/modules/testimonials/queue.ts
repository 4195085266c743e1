import { and, eq, inArray, isNotNull, isNull, ne, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import { pageOfRows } from "#backend/db/lists";
import { referenceNumber } from "#backend/db/reference-numbers";
import { contains } from "#backend/db/word-search";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { queueMailTo } from "#backend/modules/mails/outbox";
import { Refusal } from "#backend/refusal";
import type { Decision, SentQuery, SentRecord, SentRow } from "#contract/publishing/sent-testimonials";
import { agreementText } from "./sending.ts";
import { letter, testimonials } from "./tables.ts";

type Row = typeof testimonials.$inferSelect;

const waits = and(eq(testimonials.review, "submitted"), isNull(testimonials.withdrawnOn)) ?? sql`true`;

/** What someone sent, in their own language. */
export function asSent({ initials, speaker, quote, locale }: Row) {
  const written = locale ?? "fr";
  return { initials, speaker: speaker[written] ?? "", quote: quote[written] ?? "", locale: written };
}

const rowOf = (row: Row): SentRow => ({
  ...asSent(row),
  id: row.id,
  ticket: referenceNumber(letter, row.number),
  status: row.withdrawnOn ? "withdrawn" : row.review,
  receivedAt: row.createdAt.toISOString(),
});

/** Sent testimonials without approval: undecided ones first, the oldest first. */
export function listSent(db: Db, query: SentQuery) {
  const { initials, review, withdrawnOn, createdAt } = testimonials;
  const narrowed = {
    submitted: waits,
    declined: and(eq(review, "declined"), isNull(withdrawnOn)),
    withdrawn: isNotNull(withdrawnOn),
  };
  const where = and(ne(review, "approved"), contains(testimonials, query.q), query.status && narrowed[query.status]);
  const sorts = { receivedAt: createdAt, initials: sql`lower(unaccent(${initials}))` };
  return pageOfRows(db, testimonials, query, { where, sorts, first: waits }, async (found, order) => {
    const onPage = inArray(testimonials.id, db.select({ id: found.id }).from(found));
    const rows = await db
      .select()
      .from(testimonials)
      .where(onPage)
      .orderBy(...order);
    return rows.map(rowOf);
  });
}

export async function getSent(services: Pick<Services, "db" | "translate" | "settings">, id: string): Promise<SentRecord> {
  const [row] = await services.db
    .select()
    .from(testimonials)
    .where(and(eq(testimonials.id, id), isNotNull(testimonials.email)));
  if (!row?.email || !row.locale || !row.agreement) throw new Refusal("not_found");
  return {
    ...rowOf(row),
    email: row.email,
    agreement: agreementText(services, row.locale, row.agreement),
    reviewedAt: row.reviewedAt?.toISOString() ?? null,
    withdrawnAt: row.withdrawnAt?.toISOString() ?? null,
  };
}

/** Approval makes it a draft, after all others; otherwise it is declined. The sender is notified once. */
export async function decide(services: Services, actor: Actor, id: string, { decision, word = "" }: Decision) {
  const { db, clock } = services;
  const now = clock();
  await db.transaction(async (tx) => {
    const [before] = await tx.select().from(testimonials).where(eq(testimonials.id, id)).for("update");
    if (!before?.email || !before.locale) throw new Refusal("not_found");
    if (before.review !== "submitted" || before.withdrawnOn) throw new Refusal("wrong_state");
    const approved = decision === "approved";
    const after = { review: decision, status: approved ? ("draft" as const) : ("archived" as const) };
    const last = sql`(select coalesce(max(position), 0) + 1 from ${testimonials})`;
    await tx
      .update(testimonials)
      .set({
        ...after,
        ...(approved && { position: last }),
        reviewedAt: now,
        version: before.version + 1,
        updatedBy: actor.id,
        updatedAt: now,
      })
      .where(eq(testimonials.id, id));
    await recordChange(tx, actor, {
      action: `testimonial.${approved ? "approve" : "decline"}`,
      entityType: "testimonial",
      entityId: id,
      before: { review: before.review, status: before.status },
      after,
      reason: word || undefined,
    });
    const to = { email: before.email, locale: before.locale, firstName: before.initials };
    const values = { ticket: referenceNumber(letter, before.number), word };
    await queueMailTo({ ...services, db: tx }, to, `testimonial_${decision}`, values, `${id} ${decision}`, {
      record: { subject: "testimonial", subjectId: id },
    });
  });
}
