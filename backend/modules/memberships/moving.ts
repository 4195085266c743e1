import { and, eq } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { lockForm, sentWith } from "#backend/modules/payments/form-keys";
import { insertPayments, slipOf } from "#backend/modules/payments/recording";
import { heldByDatabase } from "#backend/modules/payments/refusals";
import { receivedOfMembership } from "#backend/modules/payments/sums";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { isRequest, type MembershipStatus } from "#contract/charity/membership-states";
import type { DuesDraft } from "#contract/charity/memberships";
import { franceDay } from "#contract/formats/france-time";
import { type AskingDeps, heldApart, type MembershipRecordRow } from "./asking.ts";
import { isBeingRenewed } from "./consenting.ts";
import { debitsOf } from "./debits.ts";
import { cancelDuesMails } from "./dues-mails.ts";
import { endConsentsOf } from "./ending-consents.ts";
import { mailCancelled } from "./ending-mails.ts";
import { reminderObstacle } from "./reminder-obstacles.ts";
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
      if (!row.userId || !takesDues(row)) throw new Refusal("wrong_state");
      if (row.validUntil < receivedOn) throw fieldRefusal("receivedOn", "memberships:error.over");
      const cheque = method === "cheque" ? await chequeOf(tx, id, draft) : {};
      await insertPayments(tx, now, actor, [{ receivedOn, method, amountCents, membershipId: id, ...cheque, submission }], []);
      return { status: await settleDues({ ...services, db: tx }, actor, row) };
    });
  return heldApart("receivedOn", () => heldByDatabase(record));
}

/** Whether dues are recorded: of a request, also one that ended, whose proof was seen where one is asked for. */
const takesDues = ({ status, needsProof, proofSeenAt }: MembershipRecordRow) =>
  (status === "pending_payment" || status === "abandoned") && (!needsProof || proofSeenAt !== null);

/** A cheque for dues; one in the place of a mistake goes on the same slip. */
async function chequeOf(tx: Db, id: string, { chequeNumber, chequeBank, replaces, receivedOn }: DuesDraft) {
  const slip = replaces ? await slipOf(tx, replaces, receivedOn) : undefined;
  if (slip && slip.membershipId !== id) throw new Refusal("wrong_state");
  return { chequeNumber, chequeBank, depositId: slip?.depositId, replaces: slip?.replaces };
}

/**
 * Ends a membership now, with a reason; what came of it stays until it is refunded. Its member reads that, without the reason. The same form again
 * changes nothing more.
 */
export function cancelMembership(services: AskingDeps, actor: Actor, id: string, reason: string): Promise<{ id: string }> {
  const { db, clock } = services;
  return db.transaction(async (tx) => {
    const row = await locked(tx, id);
    if (row.status === "cancelled" && row.cancelledReason === reason) return { id };
    if (row.status !== "active" && !isRequest(row.status)) throw new Refusal("wrong_state");
    const now = clock();
    await tx
      .update(memberships)
      .set({ status: "cancelled", statusAt: now, updatedAt: now, cancelledReason: reason })
      .where(eq(memberships.id, id));
    await cancelDuesMails({ db: tx, clock }, row);
    await logCancelled(tx, actor, row);
    const stopped = await endConsentsOf(tx, now, actor, row);
    await mailCancelled({ ...services, db: tx }, row, stopped);
    return { id };
  });
}

/** Withdraws a request of one's own of which nothing was paid, or is on its way; one that is withdrawn already stays so. */
export function withdrawMembership({ db, clock }: AskingDeps, actor: Actor, id: string): Promise<{ id: string }> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(memberships)
      .where(and(eq(memberships.id, id), eq(memberships.userId, actor.id)))
      .for("update");
    if (!row) throw new Refusal("not_found");
    if (row.status === "cancelled" && row.cancelledReason === null) return { id };
    if (!isRequest(row.status) || (await receivedOfMembership(tx, id)) > 0) throw new Refusal("wrong_state");
    if ((await debitsOf(tx, [id])).has(id) || (await isBeingRenewed(tx, id))) throw new Refusal("wrong_state");
    const now = clock();
    await tx.update(memberships).set({ status: "cancelled", statusAt: now, updatedAt: now }).where(eq(memberships.id, id));
    await cancelDuesMails({ db: tx, clock }, row);
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

type RemindingDeps = AskingDeps & Pick<Services, "paymentProvider">;

/** Writes to a member at the request of staff; one to whom nothing could be written counts as not reminded. What a list would leave out is refused with the reason. */
export function remindMember(services: RemindingDeps, actor: Actor, id: string): Promise<{ sent: boolean }> {
  return services.db.transaction(async (tx) => {
    const row = await locked(tx, id);
    const now = services.clock();
    const obstacle = await reminderObstacle({ ...services, db: tx }, id);
    if (obstacle === "nobody" || obstacle === "today") return { sent: false };
    if (obstacle) throw new Refusal("wrong_state", { fieldErrors: { id: [`memberships:bulk.obstacle.${obstacle}`] } });
    const sent = await remind({ ...services, db: tx }, row, `by-hand:${franceDay(now)}`);
    if (!sent) return { sent };
    await tx.update(memberships).set({ remindedAt: now, updatedAt: now }).where(eq(memberships.id, id));
    await recordChange(tx, actor, { action: "membership.remind", entityType: "membership", entityId: id });
    return { sent };
  });
}
