import { and, arrayContains, asc, eq, inArray, ne, or, sql } from "drizzle-orm";
import { recordChange, recordChanges } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { done } from "#backend/http/routes";
import type { Services } from "#backend/http/services";
import { countFigures } from "#backend/modules/monthly-records/counting";
import { monthlyRecords } from "#backend/modules/monthly-records/tables";
import { projects } from "#backend/modules/projects/tables";
import { countRightsIn, endRightsIn } from "#backend/modules/rights/ending";
import { sectorHours } from "#backend/modules/sector-hours/tables";
import { sectorManagers } from "#backend/modules/sector-managers/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { gainedByMove } from "#contract/accounts/permissions";
import type { SectorMerge } from "#contract/charity/sectors";
import { heldBy } from "./closing.ts";
import {
  countParts,
  entityTypeOf,
  movableHours,
  movableManagers,
  type Pair,
  referencesToSectors,
  type SectorReference,
  sharedMonths,
} from "./merge-parts.ts";
import { sectors } from "./tables.ts";

type Deps = Pick<Services, "db" | "clock" | "translate" | "settings" | "wakeMail">;
type Sector = typeof sectors.$inferSelect;

/** A preview of a merge. */
export async function describeMerge({ db, clock }: Pick<Deps, "db" | "clock">, id: string, intoId?: string): Promise<SectorMerge> {
  const [sector] = await db.select().from(sectors).where(eq(sectors.id, id));
  if (!sector) throw new Refusal("not_found");
  const fit = await fitFor(db, sector);
  const into = fit.find((one) => one.id === intoId);
  const [heir] = sector.mergedIntoId ? await db.select().from(sectors).where(eq(sectors.id, sector.mergedIntoId)) : [];
  const plan = into ? await planOf(db, id, into, clock()) : null;
  return { ...sector, mergedInto: heir ?? null, held: await heldBy(db, id), choices: fit, plan };
}

async function planOf(db: Db, from: string, into: { id: string; name: string }, now: Date): Promise<SectorMerge["plan"]> {
  const pair = { from, into: into.id };
  const [moves, months, hours, managers, ended] = await Promise.all([
    countParts(db, from),
    sharedMonths(db, pair),
    movableHours(db, pair),
    movableManagers(db, pair),
    countRightsIn(db, from, now),
  ]);
  const count = (part: (typeof moves)[number]["part"]) => moves.find((one) => one.part === part)?.count ?? 0;
  const moving = moves.filter(({ part }) => part !== "rights");
  return {
    into,
    moves: moving,
    ended,
    summed: months.length,
    dropped: count("hours") - hours.length,
    already: count("managers") - managers.length,
  };
}

/** The sectors of the same kind that are not closed and not below it; for one that is published, those that are too, so that its address leads to a page. */
async function fitFor(db: Db, { id, kind, status, mergedIntoId }: Sector) {
  if (mergedIntoId) return [];
  const below = sql`with recursive below as (
      select id from sectors where id = ${id}
      union select sectors.id from sectors join below on sectors.parent_id = below.id
    ) select id from below`;
  return db
    .select({ id: sectors.id, name: sectors.name, countedFrom: sectors.countedFrom })
    .from(sectors)
    .where(
      and(
        eq(sectors.kind, kind),
        status === "published" ? eq(sectors.status, "published") : ne(sectors.status, "archived"),
        sql`${sectors.id} not in (${below})`,
      ),
    )
    .orderBy(asc(sectors.name), asc(sectors.id))
    .limit(500);
}

/**
 * Merges a sector into another one, in one transaction, and one merge after the other: a project of several sectors needs the locks of all of them,
 * which two merges would hold from each other. Locks on several sectors are taken in the order of the list.
 */
export function mergeSectors(services: Deps, actor: Actor, pair: Pair) {
  const now = services.clock();
  return services.db.transaction(async (tx) => {
    const { from, into } = pair;
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('sector_merges'))`);
    const locked = await tx
      .select()
      .from(sectors)
      .where(or(inArray(sectors.id, [from, into]), eq(sectors.parentId, from), eq(sectors.mergedIntoId, from)))
      .orderBy(asc(sectors.position), asc(sectors.id))
      .for("update");
    const before = locked.find(({ id }) => id === from);
    if (!before) throw new Refusal("not_found");
    if (before.mergedIntoId) throw new Refusal("wrong_state");
    const heir = (await fitFor(tx, before)).find(({ id }) => id === into);
    if (!heir) throw fieldRefusal("intoId", "sectors:merge.error.unfit");
    if (before.countedFrom !== heir.countedFrom) throw fieldRefusal("intoId", "sectors:merge.error.counted");
    if (gainedByMove(actor, from, into).length > 0) throw fieldRefusal("intoId", "sectors:merge.error.gained");
    const moved = Object.fromEntries((await countParts(tx, from)).map(({ part, count }) => [part, count]));
    await addUpMonths(tx, actor, { ...pair, countedFrom: heir.countedFrom }, now);
    const dropped = await moveHours(tx, pair);
    await moveManagers(tx, actor, pair);
    await endRightsIn({ ...services, db: tx }, actor, from);
    await moveProjects(tx, actor, pair);
    for (const reference of await referencesToSectors(tx)) await moveAll(tx, actor, reference, pair);
    await countFigures(tx);
    await tx
      .update(sectors)
      .set({ status: "archived", mergedIntoId: into, version: before.version + 1, updatedBy: actor.id, updatedAt: now })
      .where(eq(sectors.id, from));
    await recordChanges(tx, actor, [
      {
        action: "team.merge",
        entityType: "team",
        entityId: from,
        before: { status: before.status },
        after: { status: "archived", mergedIntoId: into },
      },
      { action: "team.merge", entityType: "team", entityId: into, after: { mergedFrom: from, moved, dropped } },
    ]);
    return done;
  });
}

/**
 * In months that both have, the figures are added up, and the record of the merged sector is deleted. Kits and hours of months that the software counts come from their
 * records, which move; what was recorded by hand there counts for neither.
 */
async function addUpMonths(tx: Db, actor: Actor, { countedFrom, ...pair }: Pair & { countedFrom: string | null }, now: Date) {
  const entityType = "monthly_record";
  for (const { mine, theirs } of await sharedMonths(tx, pair)) {
    const isCounted = countedFrom !== null && theirs.month >= countedFrom;
    const figures = {
      kits: theirs.kits + (isCounted ? 0 : mine.kits),
      volunteerMinutes: theirs.volunteerMinutes + (isCounted ? 0 : mine.volunteerMinutes),
      foodGrams: theirs.foodGrams + mine.foodGrams,
    };
    const { kits, volunteerMinutes, foodGrams } = theirs;
    await tx
      .update(monthlyRecords)
      .set({ ...figures, version: theirs.version + 1, updatedBy: actor.id, updatedAt: now })
      .where(eq(monthlyRecords.id, theirs.id));
    await tx.delete(monthlyRecords).where(eq(monthlyRecords.id, mine.id));
    await recordChanges(tx, actor, [
      { action: "monthly_record.edit", entityType, entityId: theirs.id, before: { kits, volunteerMinutes, foodGrams }, after: figures },
      { action: "monthly_record.remove", entityType, entityId: mine.id, before: mine },
    ]);
  }
}

/** The openings that fit move below with everything else; the others are deleted. */
async function moveHours(tx: Db, pair: Pair) {
  const movable = await movableHours(tx, pair);
  if (movable.length > 0) await tx.update(sectorHours).set({ sectorId: pair.into }).where(inArray(sectorHours.id, movable));
  const gone = await tx.delete(sectorHours).where(eq(sectorHours.sectorId, pair.from)).returning();
  return gone.length;
}

async function moveManagers(tx: Db, actor: Actor, { from, into }: Pair) {
  const ids = await movableManagers(tx, { from, into });
  if (ids.length > 0)
    await tx
      .update(sectorManagers)
      .set({ sectorId: into })
      .where(and(eq(sectorManagers.sectorId, from), inArray(sectorManagers.userId, ids)));
  await tx.delete(sectorManagers).where(eq(sectorManagers.sectorId, from));
  for (const manager of ids)
    await recordChange(tx, actor, { action: "team.add_manager", entityType: "team", entityId: into, after: { manager } });
}

/** A project lists several sectors: the target replaces the merged one, without duplicates. */
async function moveProjects(tx: Db, actor: Actor, { from, into }: Pair) {
  const mine = arrayContains(projects.sectorIds, [from]);
  const before = await tx
    .select({ id: projects.id, sectorIds: projects.sectorIds })
    .from(projects)
    .where(mine)
    .orderBy(asc(projects.position), asc(projects.id))
    .for("update");
  if (before.length === 0) return;
  const after = await tx
    .update(projects)
    .set({ sectorIds: sql`array_replace(${projects.sectorIds}, ${from}, ${into})`, version: sql`${projects.version} + 1` })
    .where(mine)
    .returning({ id: projects.id, sectorIds: projects.sectorIds });
  const now = new Map(after.map(({ id, sectorIds }) => [id, sectorIds]));
  const entityType = "project";
  await recordChanges(
    tx,
    actor,
    before.map(({ id, sectorIds }) => ({
      action: "project.edit",
      entityType,
      entityId: id,
      before: { sectorIds },
      after: { sectorIds: now.get(id) ?? [] },
    })),
  );
}

/** The number of log rows written at once. */
const batch = 1_000;

/** All other references change to the target; a form that is open meanwhile gets a conflict. */
async function moveAll(tx: Db, actor: Actor, reference: SectorReference, { from, into }: Pair) {
  const column = sql.identifier(reference.column);
  const version = reference.has_versions ? sql`, version = version + 1` : sql``;
  const own = ["sector_managers", "sector_hours", "project_sectors", "permission_grants"];
  if (own.includes(reference.table)) return;
  const { rows } = await tx.execute<{ id: string }>(
    sql`update ${sql.identifier(reference.table)} set ${column} = ${into}${version} where ${column} = ${from} returning id`,
  );
  // There are too many of them to log each: the row of the merge has their number.
  if (reference.table === "volunteer_hours") return;
  const field = reference.column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const entityType = entityTypeOf(reference);
  for (let at = 0; at < rows.length; at += batch) {
    const changes = rows.slice(at, at + batch).map(({ id }) => ({
      action: `${entityType}.edit`,
      entityType,
      entityId: id,
      before: { [field]: from },
      after: { [field]: into },
    }));
    await recordChanges(tx, actor, changes);
  }
}
