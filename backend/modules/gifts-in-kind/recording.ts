import { and, eq, gte, lte, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import { lockVersion, pageOfRows } from "#backend/db/lists";
import { contains } from "#backend/db/word-search";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { fiscalReceiptSources, fiscalReceipts } from "#backend/modules/fiscal-receipts/tables";
import { queueMailTo } from "#backend/modules/mails/outbox";
import { fullNameIfAny } from "#backend/modules/users/named";
import { users } from "#backend/modules/users/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { franceDay, writtenDay } from "#contract/formats/france-time";
import type { GiftInKind, GiftInKindDraft, GiftInKindRecord, GiftsInKindQuery } from "#contract/giving/gifts-in-kind";
import { giftsInKind } from "./tables.ts";
import { isDecidedBy } from "./work-queue.ts";

type Row = typeof giftsInKind.$inferSelect;
const recorders = alias(users, "recorders");
const deciders = alias(users, "deciders");

const named = (db: Db) =>
  db
    .select({ row: giftsInKind, recordedBy: fullNameIfAny(users) })
    .from(giftsInKind)
    .leftJoin(users, eq(users.id, giftsInKind.createdBy))
    .$dynamic();

const shape = ({ row, recordedBy }: { row: Row; recordedBy: string | null }): GiftInKind => ({
  ...row,
  recordedBy,
  thankedAt: row.thankedAt?.toISOString() ?? null,
});

export function listGifts(db: Db, actor: Pick<Actor, "id">, query: GiftsInKindQuery) {
  const { category, value, decidable, receivedOnFrom, receivedOnTo, q } = query;
  const where = and(
    contains(giftsInKind, q),
    category && eq(giftsInKind.category, category),
    value && eq(giftsInKind.valueState, value),
    decidable && isDecidedBy(actor),
    receivedOnFrom ? gte(giftsInKind.receivedOn, receivedOnFrom) : undefined,
    receivedOnTo ? lte(giftsInKind.receivedOn, receivedOnTo) : undefined,
  );
  const sorts = { receivedOn: giftsInKind.receivedOn, name: giftsInKind.name };
  return pageOfRows(db, giftsInKind, query, { where, sorts }, async (found, order) => {
    const rows = await named(db)
      .innerJoin(found, eq(found.id, giftsInKind.id))
      .orderBy(...order);
    return rows.map(shape);
  });
}

export async function getGift(db: Db, id: string, actor: Reader): Promise<GiftInKindRecord> {
  const [found] = await db
    .select({
      row: giftsInKind,
      recordedBy: fullNameIfAny(users),
      valueRecordedBy: fullNameIfAny(recorders),
      decidedBy: fullNameIfAny(deciders),
      receipt: { id: fiscalReceipts.id, number: fiscalReceipts.displayNumber },
    })
    .from(giftsInKind)
    .leftJoin(users, eq(users.id, giftsInKind.createdBy))
    .leftJoin(recorders, eq(recorders.id, giftsInKind.valueRecordedBy))
    .leftJoin(deciders, eq(deciders.id, giftsInKind.valueDeciderId))
    .leftJoin(fiscalReceiptSources, and(eq(fiscalReceiptSources.giftInKindId, giftsInKind.id), eq(fiscalReceiptSources.live, true)))
    .leftJoin(fiscalReceipts, eq(fiscalReceipts.id, fiscalReceiptSources.receiptId))
    .where(eq(giftsInKind.id, id));
  if (!found) throw new Refusal("not_found");
  const { row, valueRecordedBy, decidedBy, receipt } = found;
  const value = requestedValueOf(row, { recordedBy: valueRecordedBy, decidedBy, receipt, isOwn: isOwn(row, actor) });
  return { ...shape(found), isErased: row.erasedAt !== null, wasCertified: await wasCertified(db, id), value };
}

/** Whether a receipt is or was for a gift. */
const wasCertified = async (db: Db, id: string) => (await db.$count(fiscalReceiptSources, eq(fiscalReceiptSources.giftInKindId, id))) > 0;

/** Whoever reads a gift: what is their own is decided by somebody else. */
type Reader = Pick<Actor, "id" | "email">;
type Value = NonNullable<GiftInKindRecord["value"]>;

/** Nobody decides on a value that they recorded, or on goods that they gave themselves. */
export const isOwn = ({ valueRecordedBy, email }: Row, reader: Reader) =>
  valueRecordedBy === reader.id || email?.toLowerCase() === reader.email.toLowerCase();

function requestedValueOf(row: Row, people: Pick<Value, "recordedBy" | "decidedBy" | "receipt" | "isOwn">): Value | null {
  const { valueState, valueBasis, valueRecordedAt, valueDecidedAt, valueReason, street, postcode, city, country } = row;
  if (valueState === null || valueRecordedAt === null) return null;
  const isWhole = street !== null && postcode !== null && city !== null && country !== null;
  return {
    ...people,
    basis: valueBasis ?? "",
    address: isWhole ? { street, postcode, city, country } : null,
    recordedAt: valueRecordedAt.toISOString(),
    decidedAt: valueDecidedAt?.toISOString() ?? null,
    reason: valueReason,
  };
}

const entityType = "gift_in_kind";

export async function recordGift({ db, clock }: Pick<Services, "db" | "clock">, actor: Actor, draft: GiftInKindDraft) {
  const now = clock();
  if (draft.receivedOn > franceDay(now)) throw fieldRefusal("receivedOn", "payments:error.future");
  const { email, ...given } = draft;
  const values = { ...given, email: email || null, createdBy: actor.id, createdAt: now, updatedAt: now };
  return db.transaction(async (tx) => {
    const [row] = await tx.insert(giftsInKind).values(values).returning({ id: giftsInKind.id });
    if (!row) throw new Refusal("unexpected");
    const { receivedOn, category } = draft;
    await recordChange(tx, actor, { action: "gift_in_kind.create", entityType, entityId: row.id, after: { receivedOn, category } });
    return row;
  });
}

type Correction = GiftInKindDraft & { version: number };

/**
 * Corrects a gift. One with a value is not: what its recorder and its decider know of it, and who may decide, would change under them. Another e-mail address has
 * not been thanked yet.
 */
export async function changeGift(
  { db, clock }: Pick<Services, "db" | "clock">,
  actor: Actor,
  id: string,
  { version, ...draft }: Correction,
) {
  const now = clock();
  if (draft.receivedOn > franceDay(now)) throw fieldRefusal("receivedOn", "payments:error.future");
  await db.transaction(async (tx) => {
    const before = await lockVersion(tx, giftsInKind, { id, version }, () => getGift(tx, id, actor));
    if (before.erasedAt || before.valueState !== null) throw new Refusal("wrong_state");
    const after = { ...draft, email: draft.email || null };
    const isSameEmail = before.email?.toLowerCase() === after.email?.toLowerCase();
    const set = { ...after, thankedAt: isSameEmail ? before.thankedAt : null, updatedAt: now, version: sql`${giftsInKind.version} + 1` };
    await tx.update(giftsInKind).set(set).where(eq(giftsInKind.id, id));
    const fields = ["receivedOn", "category", "description", "name", "email", "locale"] as const;
    const changed = fields.filter((field) => before[field] !== after[field]);
    // The log says what changed, not from what to what.
    const names = Object.fromEntries(changed.map((field) => [field, null]));
    await recordChange(tx, actor, { action: "gift_in_kind.update", entityType, entityId: id, before: names, after: {} });
  });
}

/** Mails the note of thanks: what came and when, and no value. */
export async function thankFor(
  services: Pick<Services, "db" | "clock" | "settings" | "translate" | "wakeMail">,
  actor: Actor,
  id: string,
  version: number,
) {
  const { db, clock } = services;
  await db.transaction(async (tx) => {
    const gift = await lockVersion(tx, giftsInKind, { id, version }, () => getGift(tx, id, actor));
    const { email, locale, name, description, receivedOn } = gift;
    if (!email || gift.thankedAt) throw new Refusal("wrong_state");
    const now = clock();
    const set = { thankedAt: now, updatedAt: now, version: sql`${giftsInKind.version} + 1` };
    await tx.update(giftsInKind).set(set).where(eq(giftsInKind.id, id));
    const values = { description, date: writtenDay(locale, receivedOn) };
    await queueMailTo(
      { ...services, db: tx },
      { email, locale, firstName: name },
      "gift_in_kind_thanks",
      values,
      `${id} thanks ${version}`,
      { record: { subject: "gift_in_kind", subjectId: id } },
    );
    await recordChange(tx, actor, { action: "gift_in_kind.thank", entityType, entityId: id });
  });
}

/** Removes a gift. One that is or was on a receipt, or whose value is approved, stays: the value is taken back first. */
export async function removeGift({ db }: Pick<Services, "db">, actor: Actor, id: string, version: number) {
  await db.transaction(async (tx) => {
    const gift = await lockVersion(tx, giftsInKind, { id, version }, () => getGift(tx, id, actor));
    const { receivedOn, category } = gift;
    if (gift.valueState === "approved" || (await wasCertified(tx, id))) throw new Refusal("wrong_state");
    await tx.delete(giftsInKind).where(eq(giftsInKind.id, id));
    const change = { action: "gift_in_kind.remove", entityType, entityId: id } as const;
    await recordChange(tx, actor, { ...change, before: { receivedOn, category }, after: {} });
  });
}
