import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type * as z from "zod";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import { betweenDays, pageOfRows } from "#backend/db/lists";
import { contains } from "#backend/db/word-search";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { writeOfStop } from "#backend/modules/card-payments/change-mails";
import { insertPayments } from "#backend/modules/payments/recording";
import { receivedOf, settlePledge } from "#backend/modules/payments/settling";
import { receivedCents } from "#backend/modules/payments/sums";
import { projects } from "#backend/modules/projects/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { countryName, homeCountry } from "#contract/formats/country-names";
import { franceDay } from "#contract/formats/france-time";
import type { Locale } from "#contract/formats/locale";
import { isByProvider } from "#contract/giving/card-settings";
import { expectedCents, type PledgeRecord, type PledgeStatus, type pledgesApi } from "#contract/giving/pledges";
import { debitOf, hasEnded, pendingCents } from "./debits.ts";
import { postalOf } from "./donors.ts";
import { mayAskReceipt } from "./receipt-wish.ts";
import { pledges } from "./tables.ts";

type StatusDeps = Pick<Services, "db" | "clock" | "settings" | "translate" | "wakeMail">;
type Query = z.output<NonNullable<typeof pledgesApi.list.query>>;

export const pledgesMatching = (query: Query) =>
  and(
    contains(pledges, query.q),
    query.status && eq(pledges.status, query.status),
    query.rhythm && eq(pledges.rhythm, query.rhythm),
    query.donor && eq(pledges.donor, query.donor),
    query.projectId ? eq(pledges.projectId, query.projectId) : undefined,
    betweenDays(pledges.createdAt, query.pledgedAtFrom, query.pledgedAtTo),
  );

export function listPledges(db: Db, query: Query, locale: Locale) {
  const where = pledgesMatching(query);
  const sorts = { pledgedAt: pledges.createdAt, amountCents: pledges.amountCents, name: pledges.name };
  return pageOfRows(db, pledges, query, { where, sorts }, async (found, order) => {
    const rows = await db
      .select(withProject)
      .from(pledges)
      .innerJoin(found, eq(found.id, pledges.id))
      .leftJoin(projects, eq(projects.id, pledges.projectId))
      .orderBy(...order);
    return rows.map((row) => shown(row, locale));
  });
}

export async function getPledge({ db, clock }: Pick<Services, "db" | "clock">, id: string, locale: Locale): Promise<PledgeRecord> {
  const [row] = await db
    .select({ ...withProject, pendingCents, mayAskReceipt: mayAskReceipt(clock()) })
    .from(pledges)
    .leftJoin(projects, eq(projects.id, pledges.projectId))
    .where(eq(pledges.id, id));
  if (!row) throw new Refusal("not_found");
  const { pendingCents: due, mayAskReceipt: mayAsk } = row;
  const atProvider = { debit: await debitOf(db, id), ended: await hasEnded(db, row.pledge) };
  return { ...shown(row, locale), ...atProvider, pendingCents: due, mayAskReceipt: mayAsk };
}

/**
 * Marks a pledge as received, which records a payment of today for what is still expected; as cancelled; or as promised again. One that was cancelled
 * meanwhile is promised again first, but for a monthly gift that has ended at the provider: nothing would be taken of it. A gift of which money came is not cancelled, unless it comes every month: its payment is taken back first. One that
 * is promised again is received at once where its payments say so. The donor of a monthly gift is written to when it is cancelled.
 */
export async function setPledgeStatus(services: StatusDeps, actor: Actor, id: string, status: PledgeStatus) {
  const { db, clock } = services;
  await db.transaction(async (tx) => {
    const [before] = await tx.select().from(pledges).where(eq(pledges.id, id)).for("update");
    if (!before) throw new Refusal("not_found");
    if (before.status === status) return;
    if (before.status === "cancelled" && status === "received") throw new Refusal("wrong_state");
    if (status === "received") return receivePledge(tx, clock(), actor, before);
    await requireChangeable(tx, before, status);
    const changed = status === "cancelled" ? { status, dedupeKey: id } : { status, stoppedAt: null, stopReason: null };
    await tx
      .update(pledges)
      .set({ ...changed, updatedAt: clock() })
      .where(eq(pledges.id, id));
    await recordChange(tx, actor, {
      action: "pledge.status",
      entityType: "pledge",
      entityId: id,
      before: { status: before.status },
      after: { status },
    });
    if (status === "cancelled") await writeOfStop({ ...services, db: tx }, before);
    if (status === "promised") await settlePledge(tx, clock(), actor, { ...before, ...changed }, { mistake: false });
  });
}

async function requireChangeable(tx: Db, before: typeof pledges.$inferSelect, status: "promised" | "cancelled") {
  const came = await receivedOf(tx, before.id);
  if (status === "cancelled" && before.rhythm === "one_off" && came > 0) throw new Refusal("has_payments");
  if (status === "promised" && ((before.status === "received" && came > 0) || (await hasEnded(tx, before))))
    throw new Refusal("wrong_state");
}

/**
 * Gives a pledge to a project, or to none. The gift stays as it was, and so does the time of its last change, which retention counts from.
 */
export async function setPledgeProject(db: Db, actor: Actor, id: string, projectId: string | null) {
  await db.transaction(async (tx) => {
    const [before] = await tx.select({ projectId: pledges.projectId }).from(pledges).where(eq(pledges.id, id)).for("update");
    if (!before) throw new Refusal("not_found");
    if (before.projectId === projectId) return;
    const known = projectId && tx.select({ id: projects.id }).from(projects).where(eq(projects.id, projectId)).for("key share");
    if (known && (await known).length === 0) throw fieldRefusal("projectId", "donate:pledge.projectGone");
    await tx.update(pledges).set({ projectId }).where(eq(pledges.id, id));
    await recordChange(tx, actor, {
      action: "pledge.project",
      entityType: "pledge",
      entityId: id,
      before: { project: before.projectId },
      after: { project: projectId },
    });
  });
}

async function receivePledge(tx: Db, now: Date, actor: Actor, pledge: typeof pledges.$inferSelect) {
  // What the provider takes is recorded from there.
  if (isByProvider(pledge.method)) throw new Refusal("wrong_state");
  const amountCents = expectedCents({ ...pledge, receivedCents: await receivedOf(tx, pledge.id) });
  if (amountCents === 0) return settlePledge(tx, now, actor, pledge, { mistake: false });
  const payment = { receivedOn: franceDay(now), amountCents, method: pledge.method, pledgeId: pledge.id, submission: randomUUID() };
  await insertPayments(tx, now, actor, [payment], [pledge]);
}

const withProject = { pledge: pledges, project: { id: projects.id, name: projects.name }, receivedCents };

type Found = { pledge: typeof pledges.$inferSelect; project: PledgeRecord["project"]; receivedCents: number };

function shown(
  { pledge, project, receivedCents: received }: Found,
  locale: Locale,
): Omit<PledgeRecord, "pendingCents" | "mayAskReceipt" | "debit" | "ended"> {
  const { street, createdAt, stoppedAt } = pledge;
  const times = { pledgedAt: createdAt.toISOString(), stoppedAt: stoppedAt?.toISOString() ?? null };
  const postal = postalOf(pledge);
  const abroad = postal && postal.country !== homeCountry ? countryName(locale, postal.country) : undefined;
  const address = postal && [street, `${postal.postcode} ${postal.city}`.trim(), abroad].filter(Boolean).join(", ");
  return { ...pledge, ...times, receivedCents: received, address, postal, project };
}
