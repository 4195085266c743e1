import { randomUUID } from "node:crypto";
import { and, desc, eq, inArray, isNotNull, isNull, ne, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import { brokenConstraint } from "#backend/db/broken-constraint";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { insertPayments } from "#backend/modules/payments/recording";
import { heldByDatabase } from "#backend/modules/payments/refusals";
import { type ReversalDeps, reversePayment } from "#backend/modules/payments/reversing";
import { receivedOfMembership } from "#backend/modules/payments/sums";
import { payments } from "#backend/modules/payments/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import type { Role } from "#contract/accounts/roles";
import { formerPlanId } from "#contract/charity/membership-plans";
import { membershipDays } from "#contract/charity/membership-states";
import { franceDay } from "#contract/formats/france-time";
import { addDays } from "#contract/formats/weeks";
import type { PaymentMethod } from "#contract/giving/payments";
import { makeActive } from "./activating.ts";
import { heldApart } from "./asking.ts";
import { helloassoMemberships, membershipPlans, memberships } from "./tables.ts";

type Deps = Pick<Services, "db" | "clock">;
type PlanRow = typeof membershipPlans.$inferSelect;

const plansIn = new WeakMap<Db, Promise<PlanRow[]>>();

/** The newest version of each plan, on offer or not: queried once in a transaction. */
export function newestPlans(tx: Db): Promise<PlanRow[]> {
  const known = plansIn.get(tx);
  if (known) return known;
  const plans = tx
    .selectDistinctOn([membershipPlans.family])
    .from(membershipPlans)
    .where(ne(membershipPlans.id, formerPlanId))
    .orderBy(membershipPlans.family, desc(membershipPlans.version))
    .execute();
  plansIn.set(tx, plans);
  return plans;
}

export const isForRole = ({ roles }: PlanRow, role: Role) => (roles as Role[]).includes(role);

/** A membership as a file says it. */
export type ImportedPeriod = {
  userId: string;
  planId: string;
  startDate: string;
  endDate: string;
  /** What was paid, in cents; nothing is recorded without it. */
  cents: number;
  method: PaymentMethod | null;
  receivedOn: string;
  /** The number that the member has already; another is given without it. */
  number?: string | null;
  /** The form that its dues are part of, as the second part. */
  with?: FormPart;
};
type FormPart = { submission: string; part: number };

/** Adds an active membership with its dues, without a mail. Two periods of one person and plan that overlap are refused at the field. */
export function addPeriod({ db, clock }: Deps, actor: Actor, field: string, period: ImportedPeriod) {
  const { userId, planId, startDate, endDate, cents, method, receivedOn, number = null } = period;
  const now = clock();
  const { submission, part } = period.with ?? { submission: randomUUID(), part: 0 };
  return heldPeriod(field, () =>
    heldByDatabase(() =>
      db.transaction(async (tx) => {
        const [row] = await tx
          .insert(memberships)
          .values({
            ...{ userId, planId, startDate, endDate, number, priceCents: cents, method: cents > 0 ? method : null },
            ...{ status: "pending_payment", statusAt: now, createdAt: now, updatedAt: now, ...noticesOf(endDate, now) },
          })
          .returning();
        if (!row) throw new Refusal("unexpected");
        await recordChange(tx, actor, {
          ...({ action: "membership.import", entityType: "membership", entityId: row.id } as const),
          after: { startDate, endDate, priceCents: cents },
        });
        const dues = { receivedOn, method: method ?? "transfer", amountCents: cents, membershipId: row.id, submission, part };
        const [paymentId = null] = cents > 0 ? await insertPayments(tx, now, actor, [dues], []) : [];
        await makeActive({ db: tx, clock }, actor, row);
        return { id: row.id, paymentId };
      }),
    ),
  );
}

/** When the mails about the end of an imported membership count as sent: at once, where their day has come already. */
export function noticesOf(endDate: string, now: Date) {
  const today = franceDay(now);
  return {
    dueNoticeAt: endDate <= addDays(today, membershipDays.ending) ? now : null,
    endNoticeAt: endDate <= addDays(today, -membershipDays.ended) ? now : null,
  };
}

/** Records dues for a locked membership that waits for them, without a mail; with all of its price it is active. Answers the payment. */
export function payRequest(
  { db, clock }: Deps,
  actor: Actor,
  row: typeof memberships.$inferSelect,
  { cents, method, receivedOn, with: part }: Pick<ImportedPeriod, "cents" | "receivedOn"> & { method: PaymentMethod; with: FormPart },
): Promise<string> {
  return heldByDatabase(() =>
    db.transaction(async (tx) => {
      const dues = { receivedOn, method, amountCents: cents, membershipId: row.id, ...part };
      const [paymentId] = await insertPayments(tx, clock(), actor, [dues], []);
      if (!paymentId) throw new Refusal("unexpected");
      if ((await receivedOfMembership(tx, row.id)) >= row.priceCents) await makeActive({ db: tx, clock }, actor, row);
      return paymentId;
    }),
  );
}

/** Records the dues of an active membership that was imported without them. Answers the payment. */
export function payPeriod(
  { db, clock }: Deps,
  actor: Actor,
  id: string,
  { cents, method, receivedOn, with: part }: Parameters<typeof payRequest>[3],
): Promise<string> {
  return heldByDatabase(() =>
    db.transaction(async (tx) => {
      const now = clock();
      await tx.update(memberships).set({ priceCents: cents, method, updatedAt: now }).where(eq(memberships.id, id));
      const dues = { receivedOn, method, amountCents: cents, membershipId: id, ...part };
      const [paymentId] = await insertPayments(tx, now, actor, [dues], []);
      if (!paymentId) throw new Refusal("unexpected");
      return paymentId;
    }),
  );
}

/** Ends what {@link payPeriod} did: the membership stays, as it was imported, without a price. */
export const withoutDues = (tx: Db, id: string, now: Date) =>
  tx.update(memberships).set({ priceCents: 0, method: null, updatedAt: now }).where(eq(memberships.id, id));

/** Whether a membership is known by a line of HelloAsso's export of members; `added`: whether that line has added it. */
export async function listedAtHelloasso(db: Db, id: string): Promise<{ added: boolean } | undefined> {
  const { added, membershipId } = helloassoMemberships;
  return (await db.select({ added }).from(helloassoMemberships).where(eq(membershipId, id)))[0];
}

/** Whether a membership was requested here, by its member or by staff: those of imports have no reference. */
export const wasRequested = async (db: Db, id: string) =>
  (await db.$count(memberships, and(eq(memberships.id, id), isNotNull(memberships.reference)))) > 0;

/** Runs a change of an imported period, and says what the database does not allow. */
export async function heldPeriod<T>(field: string, change: () => Promise<T>): Promise<T> {
  try {
    return await heldApart(field, change, "memberships:import.overlap");
  } catch (error) {
    if (brokenConstraint(error) === "memberships_numbered") throw fieldRefusal("number", "memberships:import.otherNumber");
    throw error;
  }
}

/**
 * What has become of memberships since they were imported: the same text as long as they are as the import made them, and their dues neither taken
 * back, on a slip, in a count nor on a receipt.
 */
export async function periodVersions(tx: Db, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.select().from(memberships).where(inArray(memberships.id, ids)).orderBy(memberships.id).for("update");
  const touched = await tx
    .selectDistinct({ id: payments.membershipId })
    .from(payments)
    .where(and(inArray(payments.membershipId, ids), isTouched));
  const gone = new Set(touched.map(({ id }) => id));
  return new Map(
    rows.map(({ id, status, number, startDate, endDate }) => [
      id,
      `${[status, number, startDate, endDate].join(" ")}${gone.has(id) ? "*" : ""}`,
    ]),
  );
}

/** Whether something was done with a payment since it was recorded. */
export const isTouched = sql<boolean>`(${payments.refundedCents} > 0 or ${payments.refundOf} is not null or ${payments.depositId} is not null
  or ${payments.countId} is not null or ${payments.statementLineId} is not null
  or exists (select from fiscal_receipt_sources certified where certified.payment_id = ${payments.id}))`;

/** Corrects a payment as a mistake: nothing of it came by this import. */
export function takeBack(services: ReversalDeps, actor: Actor, id: string, cents: number, reason: string) {
  return reversePayment(services, actor, id, { reversal: "mistake", amountCents: cents, reason, submission: randomUUID() });
}

/**
 * Cancels an imported membership: neither its dues, which are corrected as a mistake, nor a number of our series may vanish. A number that came with
 * the file is free again.
 */
export async function removePeriod(services: ReversalDeps, actor: Actor, id: string, reason: string): Promise<void> {
  const { db: tx, clock } = services;
  const dues = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.membershipId, id), isNull(payments.refundOf)));
  const change = { action: "membership.undo_import", entityType: "membership", entityId: id } as const;
  for (const { id: paymentId, amountCents } of dues) await takeBack(services, actor, paymentId, amountCents, reason);
  const now = clock();
  await tx
    .update(memberships)
    .set({ status: "cancelled", statusAt: now, updatedAt: now, cancelledReason: reason, number: freedNumber })
    .where(eq(memberships.id, id));
  await recordChange(tx, actor, change);
}

/** Numbers of our own series are not given twice. */
const ownNumber = /^MEM-\d{4}-\d+$/;
const freedNumber = sql`case when ${memberships.number} ~ '^MEM-[0-9]{4}-[0-9]+$' then ${memberships.number} end`;

export const refuseOwnNumber = (number: string) => {
  if (ownNumber.test(number)) throw fieldRefusal("number", "memberships:import.ownNumber");
};
