import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import type { AskingDeps } from "#backend/modules/memberships/asking";
import { recordDues } from "#backend/modules/memberships/moving";
import { recordPayment } from "#backend/modules/payments/recording";
import { type ReversalDeps, reversePayment } from "#backend/modules/payments/reversing";
import { payments, statementLines } from "#backend/modules/payments/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { franceDay } from "#contract/formats/france-time";
import type { DuesOfLine, LineState, RecordedLine } from "#contract/giving/statements";
import { requireDues } from "./matching-dues.ts";

type Deps = Pick<Services, "db" | "clock">;

/** Records all of a waiting line: for a pledge, for two, or for none. */
export function recordLine({ db, clock }: Deps, actor: Actor, id: string, { secondCents, ...draft }: RecordedLine) {
  return db.transaction(async (tx) => {
    const line = await lockLine(tx, id, ["waiting"]);
    const { reference, secondReference, donorName, allocation, submission } = draft;
    if (secondCents && secondCents >= line.amountCents) throw fieldRefusal("secondAmount", "payments:error.secondTooMuch");
    const parts = [
      { amountCents: line.amountCents - (secondCents ?? 0), reference },
      ...(secondCents ? [{ amountCents: secondCents, reference: secondReference }] : []),
    ];
    const whole = { amountCents: line.amountCents, receivedOn: line.day, method: "transfer" } as const;
    const { ids } = await recordPayment({ db: tx, clock }, actor, { ...whole, donorName, allocation, submission, parts });
    const stored = await tx
      .update(payments)
      .set({ statementLineId: id, updatedAt: clock() })
      .where(and(inArray(payments.id, ids), isNull(payments.statementLineId)))
      .returning({ cents: payments.amountCents });
    // The key of another payment's form: what was found is not this line's money.
    if (stored.reduce((sum, { cents }) => sum + cents, 0) !== line.amountCents) throw new Refusal("wrong_state");
    return moveLine(tx, clock(), actor, line, "matched");
  });
}

/**
 * Records all of a waiting line as dues of a membership, as its page does. Refused with the reason where the line is more than the membership has still to
 * pay, or where a debit or a renewal brings its dues.
 */
export function recordDuesOfLine(services: AskingDeps, actor: Actor, id: string, { membershipId, submission }: DuesOfLine) {
  const { db, clock } = services;
  return db.transaction(async (tx) => {
    const line = await lockLine(tx, id, ["waiting"]);
    const draft = { receivedOn: line.day, amountCents: line.amountCents, method: "transfer", submission } as const;
    await requireDues(tx, membershipId, line.amountCents);
    await recordDues({ ...services, db: tx }, actor, membershipId, draft);
    const sent = and(eq(payments.submission, submission), eq(payments.membershipId, membershipId), isNull(payments.statementLineId));
    const stored = await tx
      .update(payments)
      .set({ statementLineId: id, updatedAt: clock() })
      .where(and(sent, eq(payments.amountCents, line.amountCents), isNull(payments.refundOf)))
      .returning();
    // The key of another payment's form.
    if (stored.length !== 1) throw new Refusal("wrong_state");
    return moveLine(tx, clock(), actor, line, "matched");
  });
}

/** Sets a waiting line aside, since it is no gift. The reason is stored in the line and not in the log. */
export function ignoreLine({ db, clock }: Deps, actor: Actor, id: string, { reason }: { reason: string }) {
  return db.transaction(async (tx) => moveLine(tx, clock(), actor, await lockLine(tx, id, ["waiting"]), "ignored", reason));
}

/**
 * Makes a line wait again: what was recorded of it is taken back as a mistake, in the same transaction. Refused once any of it was returned to its
 * donor: that money did come, and the line would be given whole a second time.
 */
export function undoLine(services: ReversalDeps, actor: Actor, id: string, reason: string) {
  const { db, clock } = services;
  return db.transaction(async (tx) => {
    const line = await lockLine(tx, id, ["matched", "ignored"]);
    if (line.state === "ignored") return moveLine(tx, clock(), actor, line, "waiting");
    const recorded = await tx
      .select()
      .from(payments)
      .where(eq(payments.statementLineId, id))
      .orderBy(asc(payments.pledgeId), asc(payments.part));
    const ids = recorded.map(({ id: payment }) => payment);
    if ((await tx.$count(payments, and(inArray(payments.refundOf, ids), eq(payments.reversal, "refund")))) > 0)
      throw new Refusal("line_returned");
    const today = franceDay(clock());
    for (const { id: payment, amountCents, refundedCents } of recorded.filter((one) => one.refundedCents < one.amountCents))
      await reversePayment({ ...services, db: tx, paymentProvider: null }, actor, payment, {
        ...{ amountCents: amountCents - refundedCents, receivedOn: today, method: "transfer" },
        ...{ reversal: "mistake", reason, submission: crypto.randomUUID() },
      });
    return moveLine(tx, clock(), actor, line, "waiting");
  });
}

async function lockLine(tx: Db, id: string, states: LineState[]) {
  const [line] = await tx.select().from(statementLines).where(eq(statementLines.id, id)).for("update");
  if (!line) throw new Refusal("not_found");
  if (!states.includes(line.state)) throw new Refusal("wrong_state");
  return line;
}

async function moveLine(
  tx: Db,
  now: Date,
  actor: Actor,
  line: typeof statementLines.$inferSelect,
  state: LineState,
  reason: string | null = null,
) {
  const undone = state === "waiting" ? { undoneAt: now } : {};
  await tx
    .update(statementLines)
    .set({ state, reason, updatedAt: now, ...undone })
    .where(eq(statementLines.id, line.id));
  const change = { action: "statement_line.decide", entityType: "statement_line", entityId: line.id } as const;
  await recordChange(tx, actor, { ...change, before: { lineState: line.state }, after: { lineState: state } });
  return { statementId: line.statementId };
}
