import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { AskingDeps, MembershipRecordRow } from "#backend/modules/memberships/asking";
import { insertUnlogged } from "#backend/modules/payments/recording";
import type { Pledge } from "#backend/modules/payments/settling";
import { mistakenCents } from "#backend/modules/payments/sums";
import { payments } from "#backend/modules/payments/tables";
import { pledges } from "#backend/modules/pledges/tables";
import { expectedCents } from "#contract/giving/pledges";
import type { LineDoubt } from "#contract/giving/statements";
import { manyIds, manyTexts } from "./many-values.ts";
import { decideDues, type KnownDues, knownDues, recordMatchedDues } from "./matching-dues.ts";
import type { Credit } from "./reading.ts";

type Came = { day: string; byHand: boolean };
type Known = { pledge: Pledge; received: number; came: Came[] };
/** What a line is recorded for, or why it waits, where that can be said. */
type Decision = { pledge?: Pledge; membership?: MembershipRecordRow; doubt?: LineDoubt | null };
export type DecidedLine = Credit & { id: string; decision: Decision };

/** The rows of one insert: bounded by the parameters that PostgreSQL takes. */
export const rowsAtOnce = 1_000;

/**
 * Two payments of a monthly pledge within so many days may be the same money: in a file of another format, or recorded by hand, on a day that may be
 * any of its month.
 */
const nearDays = { ofStatement: 15, byHand: 31 } as const;

/** Finds the pledge of each line, or the membership. Pledges, and then memberships, are locked in the order of their ids until the end of the transaction. */
export async function decideLines(tx: Db, credits: Credit[]): Promise<DecidedLine[]> {
  const known = await knownPledges(tx, [...new Set(credits.flatMap(({ references }) => references))]);
  const dues = await knownDues(tx, [...new Set(credits.flatMap((credit) => credit.dues))]);
  return credits.map((credit) => {
    const decision = decide(credit, known, dues);
    if (decision.pledge) note(known, decision.pledge, credit);
    const paid = dues.get(decision.membership?.reference ?? "");
    if (paid) paid.received += credit.amountCents;
    return { ...credit, id: crypto.randomUUID(), decision };
  });
}

async function knownPledges(tx: Db, references: string[]): Promise<Map<string, Known>> {
  if (references.length === 0) return new Map();
  const found = await tx
    .select()
    .from(pledges)
    .where(sql`${pledges.reference} in ${manyTexts(references)}`)
    .orderBy(asc(pledges.id))
    .for("update");
  const came = await tx
    .select({
      pledgeId: payments.pledgeId,
      day: payments.receivedOn,
      cents: payments.signedCents,
      line: payments.statementLineId,
      // What was returned did come.
      isReal: sql<boolean>`${mistakenCents} < ${payments.amountCents}`,
    })
    .from(payments)
    .where(sql`${payments.pledgeId} in ${manyIds(found.map(({ id }) => id))}`);
  const byPledge = Map.groupBy(came, ({ pledgeId }) => pledgeId);
  return new Map(
    found.map((pledge) => {
      const rows = byPledge.get(pledge.id) ?? [];
      const real = rows.filter(({ cents, isReal }) => cents > 0 && isReal).map(({ day, line }) => ({ day, byHand: !line }));
      return [pledge.reference, { pledge, received: rows.reduce((sum, { cents }) => sum + cents, 0), came: real }];
    }),
  );
}

function decide(credit: Credit, known: Map<string, Known>, dues: Map<string, KnownDues>): Decision {
  if (credit.isReversal) return { doubt: "reversal" };
  const found = credit.references.flatMap((reference) => known.get(reference) ?? []);
  const ofDues = credit.dues.flatMap((reference) => dues.get(reference) ?? []);
  if (found.length + ofDues.length > 1) return { doubt: "several_references" };
  const [pledge] = found;
  const [membership] = ofDues;
  if (pledge) return decideGift(credit, pledge);
  if (!membership) return { doubt: "no_reference" };
  const decided = decideDues(credit, membership);
  return decided === "dues" ? { membership: membership.membership } : { doubt: decided };
}

function decideGift({ amountCents, day }: Credit, { pledge, received, came }: Known): Decision {
  if (pledge.status === "cancelled" && pledge.rhythm === "one_off") return { doubt: "cancelled" };
  const expected = expectedCents({ ...pledge, receivedCents: received });
  // A pledge stays received when its gift is returned.
  const isDone = pledge.rhythm === "monthly" ? came.some((other) => isNear(other, day)) : pledge.status === "received";
  if (expected === 0 || isDone) return { doubt: "already" };
  return expected === amountCents ? { pledge } : { doubt: "other_amount" };
}

const isNear = ({ day, byHand }: Came, other: string) =>
  Math.abs(Date.parse(day) - Date.parse(other)) < nearDays[byHand ? "byHand" : "ofStatement"] * 86_400_000;

/** The next line of the same file sees what this one gives. */
function note(known: Map<string, Known>, { reference }: Pledge, { amountCents, day }: Credit) {
  const found = known.get(reference);
  if (!found) return;
  found.received += amountCents;
  found.came.push({ day, byHand: false });
}

/**
 * Records the payments of the lines that were matched: each has all that is expected of its pledge, which is then received, or of its membership. In the log they are the
 * import of their statement: its thousands of rows would be chained under the lock that everybody who changes something waits for.
 */
export async function recordMatched(services: AskingDeps, actor: Actor, lines: DecidedLine[]) {
  const { db: tx, clock } = services;
  const now = clock();
  const matched = lines.flatMap(({ decision, ...line }) => (decision.pledge ? [{ ...line, pledge: decision.pledge }] : []));
  for (let at = 0; at < matched.length; at += rowsAtOnce) {
    const rows = matched.slice(at, at + rowsAtOnce).map(({ id, day, amountCents, pledge }) => ({
      ...{ receivedOn: day, amountCents, method: "transfer" as const, pledgeId: pledge.id, statementLineId: id, submission: id },
    }));
    await insertUnlogged(tx, now, actor, rows);
  }
  for (let at = 0; at < matched.length; at += rowsAtOnce) {
    const these = matched.slice(at, at + rowsAtOnce).map(({ pledge }) => pledge.id);
    await tx
      .update(pledges)
      .set({ status: "received", updatedAt: now })
      .where(and(inArray(pledges.id, these), eq(pledges.status, "promised")));
  }
  const dues = lines.flatMap(({ decision: { membership }, ...line }) => (membership ? [{ ...line, membership }] : []));
  await recordMatchedDues(services, actor, dues);
}
