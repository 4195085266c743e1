import { eq, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import { brokenConstraint } from "#backend/db/broken-constraint";
import { lockVersion } from "#backend/db/lists";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { queueMailTo } from "#backend/modules/mails/outbox";
import { Refusal } from "#backend/refusal";
import { writtenDay } from "#contract/formats/france-time";
import type { ValueDraft, ValueState } from "#contract/giving/gifts-in-kind";
import { formatEuros } from "#contract/giving/money";
import { getGift, isOwn } from "./recording.ts";
import { giftsInKind } from "./tables.ts";

type Row = typeof giftsInKind.$inferSelect;
type Deps = Pick<Services, "db" | "clock" | "settings" | "translate" | "wakeMail">;
type Which = { id: string; version: number };

const undecided = { valueDeciderId: null, valueDecidedAt: null, valueReason: null };
const none = {
  ...{ valueState: null, valueCents: null, valueBasis: null, street: null, postcode: null, city: null, country: null },
  ...{ valueRecordedBy: null, valueRecordedAt: null, ...undecided },
};

/** Records the value that the donor asked for. One that was approved is taken back first. */
export const recordValue = (services: Deps, actor: Actor, id: string, { version, basis, ...draft }: ValueDraft) =>
  change(services, actor, { id, version }, "gift_in_kind.record_value", (before, now) => {
    if (before.valueState === "approved") throw new Refusal("wrong_state");
    return { ...draft, ...undecided, valueState: "requested", valueBasis: basis, valueRecordedBy: actor.id, valueRecordedAt: now };
  });

/** Approves a value that somebody else recorded: from then on a tax receipt may certify it. */
export const approveValue = (services: Deps, actor: Actor, which: Which) =>
  change(services, actor, which, "gift_in_kind.approve", (before, now) => decided(before, actor, now, { valueState: "approved" }));

export const declineValue = (services: Deps, actor: Actor, which: Which, reason: string) =>
  change(services, actor, which, "gift_in_kind.decline", (before, now) =>
    decided(before, actor, now, { valueState: "declined", valueReason: reason }),
  );

/** Takes a value back: the gift has none any more. One that a receipt certifies stays, until the receipt is cancelled. */
export const withdrawValue = (services: Deps, actor: Actor, which: Which) =>
  change(services, actor, which, "gift_in_kind.withdraw_value", (before) => {
    if (before.valueState === null) throw new Refusal("wrong_state");
    return none;
  });

type Decision = { valueState: Exclude<ValueState, "requested">; valueReason?: string };

/** Somebody else decides on a value. */
function decided(before: Row, actor: Actor, now: Date, decision: Decision) {
  if (before.valueState !== "requested") throw new Refusal("wrong_state");
  if (isOwn(before, actor)) throw new Refusal("forbidden");
  return { ...decision, valueDeciderId: actor.id, valueDecidedAt: now };
}

async function change(services: Deps, actor: Actor, which: Which, action: string, set: (before: Row, now: Date) => Partial<Row>) {
  const { db, clock } = services;
  await heldByDatabase(() =>
    db.transaction(async (tx) => {
      const before = await lockVersion(tx, giftsInKind, which, () => getGift(tx, which.id, actor));
      if (before.erasedAt) throw new Refusal("wrong_state");
      const now = clock();
      const changed = { ...set(before, now), updatedAt: now, version: sql`${giftsInKind.version} + 1` };
      const [row] = await tx.update(giftsInKind).set(changed).where(eq(giftsInKind.id, which.id)).returning();
      if (!row) throw new Refusal("unexpected");
      await mailDecision({ ...services, db: tx }, row, before);
      const { valueState, valueCents } = row;
      const known = { valueState: before.valueState, valueCents: before.valueCents };
      await recordChange(tx, actor, {
        ...({ action, entityType: "gift_in_kind", entityId: which.id } as const),
        ...{ before: known, after: { valueState, valueCents } },
      });
    }),
  );
}

/** Runs a transaction, and turns what the database holds into a refusal. */
async function heldByDatabase(run: () => Promise<void>) {
  try {
    await run();
  } catch (error) {
    const constraint = brokenConstraint(error);
    if (constraint === "gifts_in_kind_decided_by_another") throw new Refusal("forbidden");
    if (constraint === "gifts_in_kind_certified") throw new Refusal("wrong_state");
    throw error;
  }
}

/** Writes to the donor that the value is approved, declined, or no longer approved. */
async function mailDecision(services: Deps, row: Row, before: Row) {
  const { id, email, locale, name, description, receivedOn, valueReason } = row;
  const topic = topicOf(row.valueState, before.valueState);
  if (!email || !topic) return;
  const amount = formatEuros(locale, before.valueCents ?? 0);
  const values = { amount, description, date: writtenDay(locale, receivedOn), ...(valueReason && { reason: valueReason }) };
  await queueMailTo(services, { email, locale, firstName: name }, topic, values, `${id} value ${row.version}`, {
    record: { subject: "gift_in_kind", subjectId: id },
  });
}

function topicOf(state: ValueState | null, before: ValueState | null) {
  if (state === "approved") return "gift_value_approved";
  if (state === "declined") return "gift_value_declined";
  return before === "approved" ? "gift_value_withdrawn" : null;
}
