import { and, eq } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import { queueMail } from "#backend/modules/mails/outbox";
import { endConsent } from "#backend/modules/memberships/consenting";
import { memberships, renewalConsents, renewals } from "#backend/modules/memberships/tables";
import { users } from "#backend/modules/users/tables";
import { formatEuros } from "#contract/giving/money";
import { noteRenewalFailed } from "./mailing.ts";

type Deps = Pick<Services, "db" | "clock" | "settings" | "translate" | "wakeMail">;

const isOrdered = (nextId: string) => and(eq(renewals.nextId, nextId), eq(renewals.state, "ordered"));

/** Whether a renewal is being paid: nobody pays it on a page meanwhile. */
export const isBeingRenewed = async (db: Db, membershipId: string) => (await db.$count(renewals, isOrdered(membershipId))) > 0;

/** The money of a renewal came. */
export const settleRenewal = ({ db: tx, clock }: Pick<Deps, "db" | "clock">, nextId: string) =>
  tx.update(renewals).set({ state: "paid", updatedAt: clock() }).where(isOrdered(nextId));

/** A renewal was refused: nothing is tried again, the member and administrators read it, and the member may pay otherwise. */
export async function failRenewal(services: Deps, nextId: string): Promise<void> {
  const { db: tx, clock } = services;
  const now = clock();
  const [failed] = await tx.update(renewals).set({ state: "failed", updatedAt: now }).where(isOrdered(nextId)).returning();
  if (!failed) return;
  const [consent] = await tx.select().from(renewalConsents).where(eq(renewalConsents.id, failed.consentId)).for("update");
  if (!consent) return;
  if (consent.state !== "ended") await endConsent(tx, now, null, consent, "refused");
  const [person] = await tx.select({ locale: users.locale }).from(users).where(eq(users.id, consent.userId));
  const values = { price: formatEuros(person?.locale ?? "fr", consent.priceCents) };
  await queueMail(services, consent.userId, "renewal_failed", values, `renewal:${failed.id}:failed`, {
    record: { subject: "membership", subjectId: failed.membershipId },
  });
  const [next] = await tx.select().from(memberships).where(eq(memberships.id, nextId));
  if (next) await noteRenewalFailed(services, next);
}
