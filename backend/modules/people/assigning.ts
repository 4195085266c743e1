import { and, inArray, not, type SQL, sql } from "drizzle-orm";
import { recordChanges } from "#backend/audit/recording";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { notToBringInto } from "#backend/identity/restricted";
import { queueMails } from "#backend/modules/mails/outbox";
import { users } from "#backend/modules/users/tables";
import { fieldRefusal } from "#backend/refusal";
import { PeopleQuery } from "#contract/accounts/people";
import type { SectorAssignment } from "#contract/accounts/person-edit";
import { maxPreviewedNames } from "#contract/api/endpoint";
import { franceDay } from "#contract/formats/france-time";
import { openSectors, requireSector, settingsOf } from "./editing.ts";
import { peopleMatching } from "./matching.ts";

/** The most people that one request gives a team. */
const maxBatch = 500;

/**
 * Gives the selected people of a list a team, all in one transaction; each is notified by mail. Those who have it already stay as they are, and those
 * beyond {@link maxBatch} are left for the next request. Whom the actor may not bring into that team keeps theirs, and is named. A dry run
 * counts and names.
 */
export async function assignSector(services: Services, actor: Actor, { list, selection, sectorId, dryRun }: SectorAssignment) {
  const { db, clock, translate } = services;
  const now = clock();
  const moment = { now, today: franceDay(now) };
  const query = "ids" in selection ? PeopleQuery.parse({}) : PeopleQuery.parse(selection.query);
  const inList = peopleMatching(db, actor, list, query, moment);
  const chosen = "ids" in selection ? and(inList, inArray(users.id, selection.ids)) : inList;
  if (dryRun)
    return {
      count: await db.$count(users, chosen),
      changed: 0,
      beyond: 0,
      kept: { count: 0, names: [] },
      names: await namesOf(db, chosen),
      sectors: await openSectors(db),
    };
  if (!sectorId) throw fieldRefusal("sectorId", "people:team.needed");
  return db.transaction(async (tx) => {
    await requireSector(tx, sectorId);
    const refused = notToBringInto(actor, sectorId);
    const others = and(chosen, sql`${users.sectorId} is distinct from ${sectorId}`, refused && not(refused));
    const { id, email, locale, firstName, role, sectorId: before } = users;
    const rows = await tx
      .select({ id, email, locale, firstName, role, before })
      .from(users)
      .where(others)
      .orderBy(id)
      .limit(maxBatch)
      .for("update");
    const ids = rows.map((row) => row.id);
    if (ids.length > 0) await tx.update(users).set({ sectorId, updatedAt: now }).where(inArray(id, ids));
    await recordChanges(
      tx,
      actor,
      rows.map((row) => ({
        action: "user.edit",
        entityType: "person" as const,
        entityId: row.id,
        before: { sectorId: row.before },
        after: { sectorId },
      })),
    );
    const notified = rows.filter((row) => row.id !== actor.id);
    await queueMails(
      { ...services, db: tx },
      "profile_changed",
      notified.map((row) => ({
        to: { ...row, userId: row.id },
        values: { fields: translate(row.locale, "mails:frame.changed.sectorId"), page: settingsOf(row.role) },
        dedupeKey: `profile_changed:${row.id}:${now.toISOString()}`,
      })),
    );
    const left = refused && and(chosen, refused);
    const kept = left ? { count: await tx.$count(users, left), names: await namesOf(tx, left) } : { count: 0, names: [] };
    return { count: rows.length, changed: rows.length, beyond: await tx.$count(users, others), kept, names: [], sectors: [] };
  });
}

async function namesOf(db: Services["db"], where: SQL | undefined): Promise<string[]> {
  const { firstName, lastName, id } = users;
  const rows = await db.select({ firstName, lastName }).from(users).where(where).orderBy(lastName, firstName, id).limit(maxPreviewedNames);
  return rows.map((row) => `${row.firstName} ${row.lastName}`);
}
