import { and, eq, isNull, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { isHelped } from "#backend/identity/restricted";
import { users } from "#backend/modules/users/tables";
import { retentionLimit } from "#backend/privacy/retention";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { mayReadRestricted } from "#contract/accounts/restricted";
import type { AidDraft } from "#contract/charity/aids";
import { franceDay } from "#contract/formats/france-time";
import { earlierAid, lockAids } from "./interval.ts";
import { aidsOf, fileOf } from "./own-file.ts";
import { aids } from "./tables.ts";

type Deps = Pick<Services, "db" | "clock" | "organisation">;

/** What a person received, for staff who may read what students entrust. Reading it is recorded. */
export async function aidsOfPerson({ db, clock }: Pick<Services, "db" | "clock">, actor: Actor, userId: string) {
  const { user, helped, household, validUntil } = await fileOf(db, userId, clock());
  if (!mayReadRestricted(actor, user.sectorId)) return { withheld: true, helped, household: null, validUntil: null, total: 0, items: [] };
  const items = await aidsOf(db, userId);
  if (items.length > 0 || household)
    await recordChange(db, actor, { action: "user.read_restricted", entityType: "person", entityId: userId });
  return { withheld: false, helped, household, validUntil, total: await db.$count(aids, eq(aids.userId, userId)), items };
}

/** A student whom staff may add an aid to: whoever may not read the others would not see what stands in the way. */
async function requireReadable(db: Db, actor: Actor, userId: string) {
  const [person] = await db
    .select({ state: users.accountState, sectorId: users.sectorId, helped: isHelped })
    .from(users)
    .where(eq(users.id, userId));
  if (!person || person.state === "left") throw new Refusal("not_found");
  if (!mayReadRestricted(actor, person.sectorId)) throw new Refusal("restricted");
  return person;
}

/** The last day, as YYYY-MM-DD, of which the nightly run erases the aids. */
export async function lastErased(db: Db, now: Date): Promise<string> {
  const { rows } = await db.execute<{ day: string }>(
    sql`select to_char(${retentionLimit("aids", now)} at time zone 'UTC', 'YYYY-MM-DD') as day`,
  );
  return rows[0]?.day ?? "";
}

/** Adds an aid by hand. One inside the interval is refused, or takes a second thought, as the charity sets it. */
export async function addAid({ db, clock, organisation }: Deps, actor: Actor, userId: string, { repeated, ...aid }: AidDraft) {
  const facts = (await organisation.stored()).aids;
  const now = clock();
  if (aid.day > franceDay(now)) throw fieldRefusal("day", "aids:error.future");
  const erased = await lastErased(db, now);
  if (aid.day <= erased) throw fieldRefusal("day", `aids:error.tooOld?day=${erased.split("-").toReversed().join("/")}`);
  await db.transaction(async (tx) => {
    const { helped } = await requireReadable(tx, actor, userId);
    if (!helped) throw new Refusal("not_helped");
    await lockAids(tx, userId);
    const earlier = await earlierAid(tx, facts, { userId, kind: aid.kind, day: aid.day, now });
    if (earlier?.refused) throw fieldRefusal("day", "aids:error.interval");
    if (earlier && !repeated) throw fieldRefusal("repeated", "aids:error.repeated");
    const [added] = await tx
      .insert(aids)
      .values({ ...aid, userId, addedBy: actor.id, createdAt: now, updatedAt: now })
      .returning();
    if (added) await recordChange(tx, actor, { action: "aid.create", entityType: "aid", entityId: added.id, after: { kind: aid.kind } });
  });
}

/** Takes back an aid that was added by hand. One of an event goes with the attendance. */
export async function removeAid({ db }: Pick<Services, "db">, actor: Actor, userId: string, id: string) {
  await db.transaction(async (tx) => {
    await requireReadable(tx, actor, userId);
    const [removed] = await tx
      .delete(aids)
      .where(and(eq(aids.id, id), eq(aids.userId, userId), isNull(aids.eventId)))
      .returning();
    if (!removed) throw new Refusal("not_found");
    await recordChange(tx, actor, { action: "aid.remove", entityType: "aid", entityId: id, before: { kind: removed.kind } });
  });
}
