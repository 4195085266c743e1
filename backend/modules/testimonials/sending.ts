import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { referenceNumber } from "#backend/db/reference-numbers";
import type { Services } from "#backend/http/services";
import { queueMailTo } from "#backend/modules/mails/outbox";
import { hashOf, newToken } from "#backend/secrets";
import { franceDay } from "#contract/formats/france-time";
import type { Locale } from "#contract/formats/locale";
import type { SentTestimonial } from "#contract/publishing/sent-testimonials";
import { letter, testimonials } from "./tables.ts";

type Deps = Pick<Services, "db" | "clock" | "translate" | "settings" | "wakeMail">;

/** The text of the agreement, in the language of the page. */
export function agreementText(
  { translate, settings: { organisation } }: Pick<Services, "translate" | "settings">,
  locale: Locale,
  version: number,
) {
  return translate(locale, `testimonials:agreement.${version}`, { organisation });
}

/**
 * Stores a sent testimonial for review, and thanks the sender by mail with a link to withdraw their agreement. The same
 * text sent twice from one e-mail address is one testimonial. Waiting ones come before all others, outside the editors' order.
 */
export async function receiveTestimonial(services: Deps, sent: SentTestimonial, locale: Locale): Promise<{ ticket: string }> {
  const { db, clock } = services;
  const { initials, email, agreement } = sent;
  const now = clock();
  const token = newToken();
  const dedupeKey = createHash("sha256").update(`${email.toLowerCase()} ${sent.quote}`).digest("base64url");
  return db.transaction(async (tx) => {
    const [stored] = await tx
      .insert(testimonials)
      .values({
        ...{ initials, ...textsIn(locale, sent), review: "submitted" },
        ...{ email, locale, agreement, consentedOn: franceDay(now), tokenHash: hashOf(token), dedupeKey },
        ...{ createdAt: now, updatedAt: now },
      })
      .onConflictDoNothing({ target: testimonials.dedupeKey })
      .returning();
    if (!stored) {
      const [known] = await tx.select().from(testimonials).where(eq(testimonials.dedupeKey, dedupeKey));
      return { ticket: referenceNumber(letter, known?.number ?? 0) };
    }
    const ticket = referenceNumber(letter, stored.number);
    const values = { ticket, agreement: agreementText(services, locale, agreement) };
    const to = { email, locale, firstName: initials };
    const record = { subject: "testimonial", subjectId: stored.id } as const;
    await queueMailTo({ ...services, db: tx }, to, "testimonial_received", values, stored.id, { link: { token, endsAt: null }, record });
    return { ticket };
  });
}

/** Texts in one language, as they are stored: a text sent in English is not our draft. */
export function textsIn(locale: Locale, { speaker, quote }: { speaker: string; quote: string }) {
  if (locale === "fr") return { speaker: { fr: speaker }, quote: { fr: quote } };
  return { speaker: { fr: "", en: speaker }, quote: { fr: "", en: quote }, english: "reviewed" as const };
}
