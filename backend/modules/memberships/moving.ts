import { and, eq } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { lockForm, sentWith } from "#backend/modules/payments/form-keys";
import { insertPayments, slipOf } from "#backend/modules/payments/recording";
import { heldByDatabase } from "#backend/modules/payments/refusals";
import { receivedOfMembership } from "#backend/modules/payments/sums";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { isForLife } from "#contract/charity/lifetime";
import type { DuesDraft, MembershipStatus } from "#contract/charity/memberships";
import { franceDay } from "#contract/formats/france-time";
import { type AskingDeps, heldApart, type MembershipRecordRow } from "./asking.ts";
import { endConsentsOf } from "./ending-consents.ts";
import { remind } from "./reminding.ts";
import { settleDues } from "./settling.ts";
import { memberships } from "./tables.ts";

async function locked(tx: Db, id: string): Promise<MembershipRecordRow> {
  const [row] = await tx.select().from(memberships).where(eq(memberships.id, id)).for("update");
  if (!row) throw new Refusal("not_found");
  return row;
}

/** Records dues in the ledger; once all of the price came, the membership is active. The same form again records nothing more. */
export function recordDues(services: AskingDeps, actor: Actor, id: string, draft: DuesDraft): Promise<{ status: MembershipStatus }> {
  const now = services.clock();
  const { receivedOn, method, amountCents, submission } = draft;
  if (receivedOn > franceDay(now)) throw fieldRefusal("receivedOn", "payments:error.future");
  const record = () =>
    services.db.transaction(async (tx) => {
      await lockForm(tx, submission);
      const known = await sentWith(tx, submission);
      const row = await locked(tx, id);
      if (known.length > 0) return { status: row.status };
      if (!row.userId || (row.status !== "pending_payment" && row.status !== "abandoned")) throw new Refusal("wrong_state");
      if (row.validUntil < receivedOn) throw fieldRefusal("receivedOn", "memberships:error.over");
      const cheque = method === "cheque" ? await chequeOf(tx, id, draft) : {};
      await insertPayments(tx, now, actor, [{ receivedOn, method, amountCents, membershipId: id, ...cheque, submission }], []);
      return { status: await settleDues({ ...services, db: tx }, actor, row) };
    });
  return heldApart("receivedOn", () => heldByDatabase(record));
}

/** A cheque for dues; one in the place of a mistake goes on the same slip. */
async function chequeOf(tx: Db, id: string, { chequeNumber, chequeBank, replaces, receivedOn }: DuesDraft) {
  const slip = replaces ? await slipOf(tx, replaces, receivedOn) : undefined;
  if (slip && slip.membershipId !== id) throw new Refusal("wrong_state");
  return { chequeNumber, chequeBank, depositId: slip?.depositId, replaces: slip?.replaces };
}

/** Ends a membership now, with a reason; what came of it stays until it is refunded. */
export function cancelMembership({ db, clock }: AskingDeps, actor: Actor, id: string, reason: string): Promise<{ id: string }> {
  return db.transaction(async (tx) => {
    const row = await locked(tx, id);
    if (row.status !== "active" && row.status !== "pending_payment") throw new Refusal("wrong_state");
    const now = clock();
    await tx
      .update(memberships)
      .set({ status: "cancelled", statusAt: now, updatedAt: now, cancelledReason: reason })
      .where(eq(memberships.id, id));
    await logCancelled(tx, actor, row);
    await endConsentsOf(tx, now, actor, row);
    return { id };
  });
}

/** Withdraws a request of one's own of which nothing was paid. */
export function withdrawMembership({ db, clock }: AskingDeps, actor: Actor, id: string): Promise<{ id: string }> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(memberships)
      .where(and(eq(memberships.id, id), eq(memberships.userId, actor.id)))
      .for("update");
    if (!row) throw new Refusal("not_found");
    if (row.status !== "pending_payment" || (await receivedOfMembership(tx, id)) > 0) throw new Refusal("wrong_state");
    const now = clock();
    await tx.update(memberships).set({ status: "cancelled", statusAt: now, updatedAt: now }).where(eq(memberships.id, id));
    await logCancelled(tx, actor, row);
    await endConsentsOf(tx, now, actor, row);
    return { id };
  });
}

/** The reason is in the membership, and not in the log. */
const logCancelled = (tx: Db, actor: Actor, { id, status }: MembershipRecordRow) =>
  recordChange(tx, actor, {
    ...({ action: "membership.cancel", entityType: "membership", entityId: id } as const),
    before: { status },
    after: { status: "cancelled" },
  });

/** Writes to a member at the request of staff. */
export function remindMember(services: AskingDeps, actor: Actor, id: string): Promise<{ sent: boolean }> {
  return services.db.transaction(async (tx) => {
    const row = await locked(tx, id);
    if (row.status !== "active" && row.status !== "pending_payment") throw new Refusal("wrong_state");
    const now = services.clock();
    if (row.status === "active" && isForLife(row)) throw new Refusal("wrong_state");
    if (row.remindedAt && franceDay(row.remindedAt) === franceDay(now)) return { sent: false };
    const sent = await remind({ ...services, db: tx }, row, `by-hand:${franceDay(now)}`);
    await tx.update(memberships).set({ remindedAt: now, updatedAt: now }).where(eq(memberships.id, id));
    await recordChange(tx, actor, { action: "membership.remind", entityType: "membership", entityId: id });
    return { sent };
  });
}
