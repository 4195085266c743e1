import { and, inArray, isNotNull, isNull, ne, not, type SQL, sql } from "drizzle-orm";
import { recordChanges } from "#backend/audit/recording";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { accountsOf } from "#backend/identity/account-scope";
import { notToBringInto } from "#backend/identity/restricted";
import { queueMails } from "#backend/modules/mails/outbox";
import { isForTask, startTask } from "#backend/modules/tasks/starting";
import { fullName } from "#backend/modules/users/named";
import { users } from "#backend/modules/users/tables";
import { fieldRefusal } from "#backend/refusal";
import type { TaskWork } from "#backend/worker/task-kind";
import { PeopleQuery } from "#contract/accounts/people";
import { personEditApi, type SectorAssignment, type SectorObstacle } from "#contract/accounts/person-edit";
import { maxPreviewedNames } from "#contract/api/endpoint";
import { franceDay } from "#contract/formats/france-time";
import { openSectors, requireSector, settingsOf } from "./editing.ts";
import { peopleMatching } from "./filters.ts";

/**
 * Gives the selected people of a list a team, all in one transaction, or starts a task that does; each is notified by mail. Those who have it already
 * stay as they are. Whom the actor may not bring into that team keeps theirs, and is named. A dry run counts and names.
 */
export async function assignSector(services: Services, actor: Actor, body: SectorAssignment) {
  const { db, clock } = services;
  const { list, selection, sectorId, dryRun } = body;
  const now = clock();
  const moment = { now, today: franceDay(now) };
  const query = "ids" in selection ? PeopleQuery.parse({}) : PeopleQuery.parse(selection.query);
  const inList = peopleMatching(db, actor, list, query, moment);
  const chosen = "ids" in selection ? and(inList, inArray(users.id, selection.ids)) : inList;
  const none = { count: 0, changed: 0, unmoved: { count: 0, names: [] }, names: [], left: [], leftCount: 0, sectors: [], task: null };
  if (dryRun) {
    if (sectorId) await requireSector(db, sectorId);
    return { ...none, ...(await preview(db, actor, chosen, sectorId)), sectors: await openSectors(db) };
  }
  if (!sectorId) throw fieldRefusal("sectorId", "people:team.needed");
  if (await isForTask(db, users, chosen)) {
    await requireSector(db, sectorId);
    const task = await startTask(
      services,
      actor,
      { endpoint: personEditApi.assignSector, body },
      { table: users, key: users.id, where: chosen, order: [] },
    );
    return { ...none, task };
  }
  return db.transaction(async (tx) => {
    const before = await preview(tx, actor, chosen, sectorId);
    const ids = await giveSector({ ...services, db: tx }, actor, chosen, sectorId);
    const refused = notToBringInto(actor, sectorId);
    const left = refused && and(chosen, refused);
    const unmoved = left ? { count: await tx.$count(users, left), names: await namesOf(tx, left) } : none.unmoved;
    return { ...none, ...before, changed: ids.length, leftCount: before.count - ids.length, unmoved };
  });
}

/** Whom it changes, and who keeps their team, each with why. Without a team, all are to change. */
async function preview(db: Services["db"], actor: Actor, chosen: SQL | undefined, sectorId: string | undefined) {
  const obstacle = sectorId ? obstacleTo(actor, sectorId) : sql<null>`null::text`;
  const [count, changed] = [await db.$count(users, chosen), await db.$count(users, and(chosen, isNull(obstacle)))];
  const { firstName, lastName, id } = users;
  const left =
    changed < count
      ? await db
          .select({ name: fullName(users), obstacle: sql<SectorObstacle>`${obstacle}` })
          .from(users)
          .where(and(chosen, isNotNull(obstacle)))
          .orderBy(lastName, firstName, id)
          .limit(maxPreviewedNames)
      : [];
  return { count, changed, names: await namesOf(db, and(chosen, isNull(obstacle))), left, leftCount: count - changed };
}

/** Why somebody keeps their team; null for whom it changes. */
const obstacleTo = (actor: Actor, sectorId: string) =>
  sql<SectorObstacle | null>`case when not (${isThere}) then 'gone' when ${users.sectorId} = ${sectorId} then 'already'
    when coalesce(${notToBringInto(actor, sectorId) ?? sql`false`}, false) then 'restricted' end`;

/** The same for the people of a task. */
export const sectorTask: TaskWork<SectorAssignment> = {
  nameOf: () => "team",
  listOf: ({ list }) => `/dashboard/admin/users/${list}`,
  async act(call, ids) {
    const { db, actor, body } = call;
    const among = and(inArray(users.id, ids), accountsOf(actor), isThere);
    const sectorId = body.sectorId ?? "";
    const changed = await giveSector(call, actor, among, sectorId);
    const unmoved = sql<boolean>`coalesce(${notToBringInto(actor, sectorId) ?? sql`false`}, false)`;
    const rows = await db.select({ id: users.id, unmoved }).from(users).where(among);
    const reasonOf = (row: { unmoved: boolean }) => (row.unmoved ? "people:team.obstacle.restricted" : "tasks:reason.unchanged");
    return new Map(rows.map((row) => [row.id, changed.includes(row.id) ? null : reasonOf(row)]));
  },
  async describe({ db, actor }, ids) {
    const { id, firstName, lastName } = users;
    const rows = await db
      .select({ id, firstName, lastName })
      .from(users)
      .where(and(inArray(id, ids), accountsOf(actor)));
    return new Map(
      rows.map((row) => [row.id, { name: `${row.firstName} ${row.lastName}`, path: `/dashboard/admin/users/${row.id}/view` }]),
    );
  },
};

/** Nobody is notified, or changed, who was erased since the list was read. */
const isThere = ne(users.accountState, "left");

/** Returns the ids of those who did not have the team before, and may be brought into it. */
async function giveSector(services: Services, actor: Actor, chosen: SQL | undefined, sectorId: string): Promise<string[]> {
  const { db, clock, translate } = services;
  const now = clock();
  await requireSector(db, sectorId);
  const refused = notToBringInto(actor, sectorId);
  const others = and(chosen, isThere, sql`${users.sectorId} is distinct from ${sectorId}`, refused && not(refused));
  const { id, email, locale, firstName, role, sectorId: before } = users;
  const rows = await db.select({ id, email, locale, firstName, role, before }).from(users).where(others).orderBy(id).for("update");
  const ids = rows.map((row) => row.id);
  if (ids.length > 0) await db.update(users).set({ sectorId, updatedAt: now }).where(inArray(id, ids));
  await recordChanges(
    db,
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
    services,
    "profile_changed",
    notified.map((row) => ({
      to: { ...row, userId: row.id },
      values: { fields: translate(row.locale, "mails:frame.changed.sectorId"), page: settingsOf(row.role) },
      dedupeKey: `profile_changed:${row.id}:${now.toISOString()}`,
    })),
  );
  return ids;
}

async function namesOf(db: Services["db"], where: SQL | undefined): Promise<string[]> {
  const { firstName, lastName, id } = users;
  const rows = await db.select({ firstName, lastName }).from(users).where(where).orderBy(lastName, firstName, id).limit(maxPreviewedNames);
  return rows.map((row) => `${row.firstName} ${row.lastName}`);
}
