import { and, eq } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import { queueMail } from "#backend/modules/mails/outbox";
import { endConsent, isOrdered } from "#backend/modules/memberships/consenting";
import { localeOfMember } from "#backend/modules/memberships/member-locale";
import { memberships, renewalConsents, renewals } from "#backend/modules/memberships/tables";
import { formatEuros } from "#contract/giving/money";
import { noteRenewalFailed } from "./mailing.ts";

type Deps = Pick<Services, "db" | "clock" | "settings" | "translate" | "wakeMail">;

/** Whether a payment, by our id of it, is that of a renewal whose failure was written. */
export const isOfFailed = async (db: Db, checkoutId: string | null) =>
  (await db.$count(renewals, and(eq(renewals.checkoutId, checkoutId ?? ""), eq(renewals.state, "failed")))) > 0;

/** The money of a renewal came. */
export const settleRenewal = ({ db: tx, clock }: Pick<Deps, "db" | "clock">, nextId: string) =>
  tx.update(renewals).set({ state: "paid", updatedAt: clock() }).where(isOrdered(nextId));

/**
 * A renewal was refused: nothing is tried again, the member and administrators read it, and the member may pay otherwise. One whose period was
 * cancelled, or paid otherwise, is only stopped.
 */
export async function failRenewal(services: Deps, nextId: string): Promise<void> {
  const { db: tx, clock } = services;
  const now = clock();
  const [next] = await tx.select().from(memberships).where(eq(memberships.id, nextId));
  const state = next?.status === "pending_payment" ? "failed" : "stopped";
  const [failed] = await tx.update(renewals).set({ state, updatedAt: now }).where(isOrdered(nextId)).returning();
  if (!next || failed?.state !== "failed") return;
  const [consent] = await tx.select().from(renewalConsents).where(eq(renewalConsents.id, failed.consentId)).for("update");
  if (!consent) return;
  if (consent.state !== "ended") await endConsent(tx, now, null, consent, "refused");
  const locale = await localeOfMember(tx, consent.userId);
  if (locale) {
    const values = { price: formatEuros(locale, consent.priceCents) };
    await queueMail(services, consent.userId, "renewal_failed", values, `renewal:${failed.id}:failed`, {
      record: { subject: "membership", subjectId: failed.membershipId },
    });
  }
  await noteRenewalFailed(services, next);
}
