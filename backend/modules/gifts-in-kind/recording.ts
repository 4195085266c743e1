import { and, eq, gte, lte, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import { lockVersion, pageOfRows } from "#backend/db/lists";
import { contains } from "#backend/db/word-search";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { queueMailTo } from "#backend/modules/mails/outbox";
import { fullNameIfAny } from "#backend/modules/users/named";
import { users } from "#backend/modules/users/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { franceDay, writtenDay } from "#contract/formats/france-time";
import type { GiftInKind, GiftInKindDraft, GiftsInKindQuery } from "#contract/giving/gifts-in-kind";
import { giftsInKind } from "./tables.ts";

const named = (db: Db) =>
  db
    .select({ row: giftsInKind, recordedBy: fullNameIfAny(users) })
    .from(giftsInKind)
    .leftJoin(users, eq(users.id, giftsInKind.createdBy))
    .$dynamic();

type Named = Awaited<ReturnType<typeof named>>[number];
const shape = ({ row, recordedBy }: Named): GiftInKind => ({ ...row, recordedBy, thankedAt: row.thankedAt?.toISOString() ?? null });

export function listGifts(db: Db, query: GiftsInKindQuery) {
  const { category, receivedOnFrom, receivedOnTo, q } = query;
  const where = and(
    contains(giftsInKind, q),
    category && eq(giftsInKind.category, category),
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

export async function getGift(db: Db, id: string): Promise<GiftInKind> {
  const [row] = await named(db).where(eq(giftsInKind.id, id));
  if (!row) throw new Refusal("not_found");
  return shape(row);
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

/** Mails the note of thanks: what came and when, and no value. */
export async function thankFor(
  services: Pick<Services, "db" | "clock" | "settings" | "translate" | "wakeMail">,
  actor: Actor,
  id: string,
  version: number,
) {
  const { db, clock } = services;
  await db.transaction(async (tx) => {
    const gift = await lockVersion(tx, giftsInKind, { id, version }, () => getGift(tx, id));
    const { email, locale, name, description, receivedOn } = gift;
    if (!email || gift.thankedAt) throw new Refusal("wrong_state");
    const now = clock();
    const set = { thankedAt: now, updatedAt: now, version: sql`${giftsInKind.version} + 1` };
    await tx.update(giftsInKind).set(set).where(eq(giftsInKind.id, id));
    const values = { description, date: writtenDay(locale, receivedOn) };
    await queueMailTo({ ...services, db: tx }, { email, locale, firstName: name }, "gift_in_kind_thanks", values, `${id} thanks`);
    await recordChange(tx, actor, { action: "gift_in_kind.thank", entityType, entityId: id });
  });
}

export async function removeGift({ db }: Pick<Services, "db">, actor: Actor, id: string, version: number) {
  await db.transaction(async (tx) => {
    const { receivedOn, category } = await lockVersion(tx, giftsInKind, { id, version }, () => getGift(tx, id));
    await tx.delete(giftsInKind).where(eq(giftsInKind.id, id));
    const change = { action: "gift_in_kind.remove", entityType, entityId: id } as const;
    await recordChange(tx, actor, { ...change, before: { receivedOn, category }, after: {} });
  });
}
