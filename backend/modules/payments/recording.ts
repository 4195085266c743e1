import { and, asc, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { recordChanges } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { pledges } from "#backend/modules/pledges/tables";
import { projects } from "#backend/modules/projects/tables";
import { users } from "#backend/modules/users/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { franceDay } from "#contract/formats/france-time";
import type { PaymentDraft } from "#contract/giving/payments";
import { lockForm, sentWith } from "./form-keys.ts";
import { heldByDatabase } from "./refusals.ts";
import { type Pledge, settlePledge } from "./settling.ts";
import { mistakenCents } from "./sums.ts";
import { chequeDeposits, payments } from "./tables.ts";

type Deps = Pick<Services, "db" | "clock">;
type NewPayment = typeof payments.$inferInsert;

/** Records money that came, for pledges or for none. The same form again records nothing more. */
export function recordPayment({ db, clock }: Deps, actor: Actor, draft: PaymentDraft): Promise<{ ids: string[] }> {
  const now = clock();
  if (draft.receivedOn > franceDay(now)) throw fieldRefusal("receivedOn", "payments:error.future");
  const record = async (tx: Db) => {
    await lockForm(tx, draft.submission);
    const known = await sentWith(tx, draft.submission);
    if (known.some(({ refundOf }) => refundOf)) throw new Refusal("already_sent");
    if (known.length > 0) return { ids: known.map(({ id }) => id) };
    const found = await pledgesOf(tx, draft);
    const donor = await donorOf(tx, draft);
    const { receivedOn, method, allocation, projectId, submission } = draft;
    await requireProject(tx, projectId);
    const slip = method === "cheque" && draft.replaces ? await slipOf(tx, draft.replaces, receivedOn) : undefined;
    // Dues are recorded at their membership.
    if (slip?.membershipId) throw new Refusal("wrong_state");
    const cheque =
      method === "cheque" ? { chequeNumber: draft.chequeNumber, chequeBank: draft.chequeBank, depositId: slip?.depositId } : {};
    const rows = draft.parts.map(({ amountCents, reference }, part) => {
      const pledge = found.find((one) => one.reference === reference);
      const origin = pledge ? { pledgeId: pledge.id } : { ...donor, allocation, projectId };
      return { receivedOn, method, amountCents, ...origin, ...cheque, submission, part, replaces: part === 0 ? slip?.replaces : null };
    });
    return { ids: await insertPayments(tx, now, actor, rows, found) };
  };
  return heldByDatabase(() => db.transaction(record));
}

/** A corrected cheque that is on a slip: the one recorded in its place is on that slip, too. Of its parts, the first one stands for it. */
export async function slipOf(tx: Db, id: string, receivedOn: string) {
  const parts = tx.select({ submission: payments.submission }).from(payments).where(eq(payments.id, id));
  const [first] = await tx
    .select({
      replaces: payments.id,
      depositId: payments.depositId,
      depositedOn: chequeDeposits.depositedOn,
      membershipId: payments.membershipId,
    })
    .from(payments)
    .innerJoin(chequeDeposits, eq(chequeDeposits.id, payments.depositId))
    .where(and(inArray(payments.submission, parts), isNull(payments.refundOf), sql`${mistakenCents} = ${payments.amountCents}`))
    .orderBy(asc(payments.part))
    .limit(1);
  if (!first) throw new Refusal("wrong_state");
  if (receivedOn > first.depositedOn) throw fieldRefusal("receivedOn", "payments:error.afterDeposit");
  return first;
}

/** Adds payments that are no change of their own in the log, as those of the lines of a statement, which is one. */
export function insertUnlogged(tx: Db, now: Date, actor: Actor | null, rows: NewPayment[]) {
  return tx
    .insert(payments)
    .values(rows.map((row) => ({ ...row, createdBy: actor?.id, createdAt: now, updatedAt: now })))
    .returning();
}

/** Adds payments, and settles the locked pledges that they are of. */
export async function insertPayments(tx: Db, now: Date, actor: Actor | null, rows: NewPayment[], of: Pledge[]): Promise<string[]> {
  const stored = await insertUnlogged(tx, now, actor, rows);
  for (const pledge of of) await settlePledge(tx, now, actor, pledge, { mistake: false });
  await recordChanges(
    tx,
    actor,
    stored.map(({ id, amountCents, method, receivedOn, projectId }) => ({
      ...({ action: "payment.record", entityType: "payment", entityId: id } as const),
      after: { amountCents, method, receivedOn, project: projectId },
    })),
  );
  return stored.map(({ id }) => id);
}

/** The field of the form that has the reference of a part. */
const fieldOf = (part: number) => (part === 0 ? "reference" : "secondReference");

/** The pledges of a draft, locked one after another in the order of their ids, which no two forms take the other way round. */
async function pledgesOf(tx: Db, { parts }: PaymentDraft): Promise<Pledge[]> {
  const references = parts.flatMap(({ reference }) => reference ?? []);
  if (references.length === 0) return [];
  const found = await tx.select().from(pledges).where(inArray(pledges.reference, references)).orderBy(asc(pledges.id)).for("update");
  for (const [index, { reference }] of parts.entries()) {
    if (!reference) continue;
    const pledge = found.find((one) => one.reference === reference);
    if (!pledge) throw fieldRefusal(fieldOf(index), "payments:error.unknownReference");
    if (references.indexOf(reference) !== references.lastIndexOf(reference))
      throw fieldRefusal("secondReference", "payments:error.sameReference");
    // The last months of a gift that was stopped may still come.
    if (pledge.status === "cancelled" && pledge.rhythm === "one_off") throw fieldRefusal(fieldOf(index), "payments:error.cancelled");
  }
  return found;
}

/** Who gave without a pledge: the chosen account, or the one that has confirmed the address. */
async function donorOf(tx: Db, { donorId, donorName, donorEmail }: PaymentDraft) {
  const which = donorId
    ? eq(users.id, donorId)
    : donorEmail
      ? and(eq(users.email, donorEmail), isNotNull(users.emailVerifiedAt))
      : undefined;
  const [account] = which ? await tx.select({ id: users.id }).from(users).where(which).for("key share") : [];
  if (donorId && !account) throw fieldRefusal("donorName", "payments:error.donorGone");
  return { donorId: account?.id, donorName: donorName || null, donorEmail: donorEmail || null };
}

async function requireProject(tx: Db, projectId: string | null | undefined) {
  if (!projectId) return;
  const [known] = await tx.select({ id: projects.id }).from(projects).where(eq(projects.id, projectId)).for("key share");
  if (!known) throw fieldRefusal("projectId", "donate:pledge.projectGone");
}
