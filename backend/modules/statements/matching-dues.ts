import { asc, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { AskingDeps, MembershipRecordRow } from "#backend/modules/memberships/asking";
import { isDebited } from "#backend/modules/memberships/debits";
import { settleDues } from "#backend/modules/memberships/settling";
import { memberships } from "#backend/modules/memberships/tables";
import { insertUnlogged } from "#backend/modules/payments/recording";
import { duesCents } from "#backend/modules/payments/sums";
import { fieldRefusal, Refusal } from "#backend/refusal";
import type { LineDoubt } from "#contract/giving/statements";
import { manyTexts } from "./many-values.ts";
import type { Credit } from "./reading.ts";

/** A membership whose dues a line may be. `isHeld`: its money is on its way otherwise, by debit or by a renewal. */
export type KnownDues = { membership: MembershipRecordRow; received: number; isHeld: boolean };

const isRenewed = sql`exists (select from membership_renewals renewal where renewal.next_id = ${memberships.id} and renewal.state = 'ordered')`;
/** Whether the money of a membership is on its way otherwise: a condition of a query on `memberships`. */
export const isHeld = sql<boolean>`(${isDebited} or ${isRenewed})`;

/** The memberships of references, locked in the order of their ids until the end of the transaction. */
export async function knownDues(tx: Db, references: string[]): Promise<Map<string, KnownDues>> {
  if (references.length === 0) return new Map();
  const rows = await lockedDues(tx, sql`${memberships.reference} in ${manyTexts(references)}`);
  return new Map(rows.map((row) => [row.membership.reference ?? "", row]));
}

async function lockedDues(tx: Db, which: SQL): Promise<KnownDues[]> {
  await tx.select({ id: memberships.id }).from(memberships).where(which).orderBy(asc(memberships.id)).for("update");
  return tx.select({ membership: memberships, received: duesCents, isHeld }).from(memberships).where(which);
}

/**
 * Refuses to record cents of a line as dues of a membership, which is locked: more than it has still to pay, since the rest would be lost from sight, and
 * anything of one whose money is on its way otherwise, which would be paid twice.
 */
export async function requireDues(tx: Db, membershipId: string, amountCents: number): Promise<void> {
  const [found] = await lockedDues(tx, eq(memberships.id, membershipId));
  if (!found) throw new Refusal("not_found");
  if (found.isHeld) throw fieldRefusal("membershipId", "statements:error.held");
  const left = found.membership.priceCents - found.received;
  if (left > 0 && amountCents > left) throw fieldRefusal("membershipId", "statements:error.tooMuch");
}

/** Whether a line has all that is still to be paid of a membership; if not, why it waits, where that can be said. */
export function decideDues({ amountCents, day }: Credit, { membership, received, isHeld }: KnownDues): LineDoubt | "dues" | null {
  const { status, priceCents, needsProof, proofSeenAt, userId, validUntil } = membership;
  if (status === "active") return "already";
  if (status === "cancelled" || status === "refunded") return "cancelled";
  const isUnproven = needsProof && proofSeenAt === null;
  // Of a request that has ended, somebody decides, as of one whose money is on its way otherwise.
  if (status !== "pending_payment" || isUnproven || isHeld || !userId || validUntil < day) return null;
  if (received >= priceCents) return "already";
  return priceCents - received === amountCents ? "dues" : "other_amount";
}

/** Records the dues of lines that were matched, each with all of a membership, which is active then. */
export async function recordMatchedDues(
  services: AskingDeps,
  actor: Actor,
  lines: (Pick<Credit, "day" | "amountCents"> & { id: string; membership: MembershipRecordRow })[],
) {
  const { db: tx, clock } = services;
  for (const { id, day, amountCents, membership } of lines) {
    const row = {
      receivedOn: day,
      amountCents,
      method: "transfer",
      membershipId: membership.id,
      statementLineId: id,
      submission: id,
    } as const;
    await insertUnlogged(tx, clock(), actor, [row]);
    await settleDues(services, actor, membership);
  }
}
