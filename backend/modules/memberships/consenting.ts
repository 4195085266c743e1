import { and, desc, eq, inArray } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { decryptToken, encryptToken } from "#backend/modules/mails/sealing";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { type OwnRenewal, renewalWords, type Stopping } from "#contract/charity/membership-renewals";
import { franceDay } from "#contract/formats/france-time";
import { mailRenewalStopped } from "./ending-mails.ts";
import { membershipPlans, memberships, renewalConsents, renewals } from "./tables.ts";

type Deps = Pick<Services, "db" | "clock">;
export type Consent = typeof renewalConsents.$inferSelect;
type End = NonNullable<Consent["endedWhy"]>;

const entityType = "membership";
const purpose = "maillon link to stop a renewal";

/** Stores the consent that is given with a request: to its price, by the words of today. It stands once the dues came and the card or account was kept. */
export async function consentToRenewal(tx: Db, { clock }: Pick<Deps, "clock">, actor: Actor, membershipId: string) {
  const [found] = await tx
    .select({ row: memberships, plan: membershipPlans })
    .from(memberships)
    .innerJoin(membershipPlans, eq(membershipPlans.id, memberships.planId))
    .where(eq(memberships.id, membershipId));
  if (!found) throw new Refusal("unexpected");
  const { row, plan } = found;
  if (plan.period === "lifetime") throw fieldRefusal("renews", "memberships:error.renewsForLife");
  if (row.reduced && plan.reducedProof) throw fieldRefusal("renews", "memberships:error.renewsWithProof");
  const now = clock();
  const { planId, family, priceCents, reduced } = row;
  const given = { userId: actor.id, membershipId, planId, family, priceCents, reduced, wordsVersion: renewalWords, consentedAt: now };
  await tx.insert(renewalConsents).values({ ...given, createdAt: now, updatedAt: now });
  const change = { action: "membership.consent_renewal", entityType, entityId: membershipId } as const;
  await recordChange(tx, actor, { ...change, after: { priceCents } });
}

/** The card or account with which the dues of a request were paid was kept: its consent stands, in the place of an earlier one. */
export async function keepMeans(tx: Db, now: Date, membershipId: string, retained: { customerId: string; meansId: string } | null) {
  const waits = and(eq(renewalConsents.membershipId, membershipId), eq(renewalConsents.state, "waiting"));
  const [consent] = await tx.select().from(renewalConsents).where(waits).for("update");
  if (!consent || !retained) return;
  const { userId, family, id } = consent;
  const earlier = and(eq(renewalConsents.userId, userId), eq(renewalConsents.family, family), eq(renewalConsents.state, "active"));
  for (const one of await tx.select().from(renewalConsents).where(earlier).for("update")) await endConsent(tx, now, null, one, "replaced");
  await tx
    .update(renewalConsents)
    .set({ ...retained, state: "active", updatedAt: now })
    .where(eq(renewalConsents.id, id));
}

/** By what a renewal is taken: by debit where the dues that it was consented to with were. */
export async function meansOf(db: Db, { membershipId }: Pick<Consent, "membershipId">): Promise<"card" | "sepa_debit"> {
  const [requested] = await db.select({ method: memberships.method }).from(memberships).where(eq(memberships.id, membershipId));
  return requested?.method === "sepa_debit" ? "sepa_debit" : "card";
}

/** Ends a locked consent: the card or account is forgotten, and what was announced is not taken. */
export async function endConsent(tx: Db, now: Date, actor: Actor | null, { id, membershipId }: Consent, endedWhy: End) {
  const ended = { state: "ended", endedAt: now, endedWhy, customerId: null, meansId: null, updatedAt: now } as const;
  await tx.update(renewalConsents).set(ended).where(eq(renewalConsents.id, id));
  await tx
    .update(renewals)
    .set({ state: "stopped", updatedAt: now })
    .where(and(eq(renewals.consentId, id), eq(renewals.state, "noticed")));
  await recordChange(tx, actor, { action: "membership.end_renewal", entityType, entityId: membershipId });
}

/** Consents of somebody that stand, with what was announced. */
export async function ownRenewals(db: Db, userId: string, family?: string): Promise<OwnRenewal[]> {
  const rows = await db
    .select({ consent: renewalConsents, chargeOn: renewals.chargeOn })
    .from(renewalConsents)
    .leftJoin(renewals, and(eq(renewals.consentId, renewalConsents.id), inArray(renewals.state, ["noticed", "ordered"])))
    .where(
      and(
        eq(renewalConsents.userId, userId),
        eq(renewalConsents.state, "active"),
        family === undefined ? undefined : eq(renewalConsents.family, family),
      ),
    )
    .orderBy(desc(renewalConsents.consentedAt))
    .limit(20);
  return rows.map(({ consent: { id, priceCents, consentedAt }, chargeOn }) => ({
    ...{ id, priceCents, chargeOn },
    consentedOn: franceDay(consentedAt),
  }));
}

/** Periods of somebody whose renewal is being paid. */
export const beingPaid = (db: Db, userId: string) =>
  db
    .select({ nextId: renewals.nextId })
    .from(renewals)
    .innerJoin(renewalConsents, eq(renewalConsents.id, renewals.consentId))
    .where(and(eq(renewalConsents.userId, userId), eq(renewals.state, "ordered")))
    .limit(20);

/** The renewal that pays a period, while it is ordered. */
export const isOrdered = (nextId: string) => and(eq(renewals.nextId, nextId), eq(renewals.state, "ordered"));

/** Whether the renewal that pays a period is being paid: nobody pays it on a page, or withdraws it, meanwhile. */
export const isBeingRenewed = async (db: Db, membershipId: string) => (await db.$count(renewals, isOrdered(membershipId))) > 0;

/** Whether a renewal of a person and plan is being paid: what is ordered is not stopped any more. */
export async function isBeingPaid(db: Db, { userId, family }: Pick<Consent, "userId" | "family">): Promise<boolean> {
  const [row] = await db
    .select({ id: renewals.id })
    .from(renewals)
    .innerJoin(renewalConsents, eq(renewalConsents.id, renewals.consentId))
    .where(and(eq(renewalConsents.userId, userId), eq(renewalConsents.family, family), eq(renewals.state, "ordered")))
    .limit(1);
  return row !== undefined;
}

/** The token of the link with which an announcement can be refused: sealed, not stored. */
export const stopToken = ({ sessionSecrets }: Services["settings"], consentId: string) => encryptToken(sessionSecrets, consentId, purpose);

type LinkDeps = Deps & Pick<Services, "settings" | "limits">;
type MailDeps = LinkDeps & Pick<Services, "translate" | "wakeMail">;

async function consentOf({ db, settings, limits }: LinkDeps, token: string, network: string): Promise<Consent | undefined> {
  const id = decryptToken(settings.sessionSecrets, token, purpose);
  await limits.take(id ? "unsubscribeByLink" : "unknownUnsubscribeByNetwork", id ? `renewal ${id}` : network);
  const [consent] = id ? await db.select().from(renewalConsents).where(eq(renewalConsents.id, id)) : [];
  return consent;
}

const answered = async (db: Db, consent: Consent | undefined, isActive: boolean): Promise<Stopping> => ({
  ...{ isKnown: !!consent, isActive },
  isBeingPaid: !!consent && (await isBeingPaid(db, consent)),
});

/** The consent that stands of the person, and for the plan, of a link: a later one may have taken the place of its own. */
async function standing(db: Db, { userId, family }: Consent): Promise<Consent | undefined> {
  const its = and(eq(renewalConsents.userId, userId), eq(renewalConsents.family, family), eq(renewalConsents.state, "active"));
  const [consent] = await db.select().from(renewalConsents).where(its);
  return consent;
}

/** What a link is about. It changes nothing. */
export async function renewalOf(services: LinkDeps, token: string, network: string): Promise<Stopping> {
  const linked = await consentOf(services, token, network);
  return answered(services.db, linked, !!linked && !!(await standing(services.db, linked)));
}

/** Stops the renewal of a link, by whoever holds it: its member reads that. */
export async function stopByLink(services: MailDeps, token: string, network: string): Promise<Stopping> {
  const linked = await consentOf(services, token, network);
  const consent = linked && (await standing(services.db, linked));
  if (!consent) return answered(services.db, linked, false);
  return stop(services, null, consent.id, (tx, ended, stopped) => mailRenewalStopped({ ...services, db: tx }, ended, stopped));
}

export async function stopOwn(services: Deps, actor: Actor, id: string): Promise<Stopping> {
  const own = and(eq(renewalConsents.id, id), eq(renewalConsents.userId, actor.id));
  if ((await services.db.$count(renewalConsents, own)) === 0) throw new Refusal("not_found");
  return stop(services, actor, id);
}

type Write = (tx: Db, ended: Consent, stopped: Stopping) => Promise<void>;

function stop({ db, clock }: Deps, actor: Actor | null, id: string, write?: Write): Promise<Stopping> {
  return db.transaction(async (tx) => {
    const [consent] = await tx.select().from(renewalConsents).where(eq(renewalConsents.id, id)).for("update");
    const stopped = await answered(tx, consent, false);
    if (consent?.state !== "active") return stopped;
    await write?.(tx, consent, stopped);
    await endConsent(tx, clock(), actor, consent, "member");
    return stopped;
  });
}
