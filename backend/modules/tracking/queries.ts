import { and, asc, desc, eq, gt, isNotNull, isNull, lt, lte, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import { pageOfRows } from "#backend/db/lists";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { sectors } from "#backend/modules/sectors/tables";
import { fullName, fullNameIfAny, heldOrNamed } from "#backend/modules/users/named";
import { users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import {
  type DueTime,
  type StaffMember,
  type TrackingQuery,
  type TrackingRecord,
  type TrackingRow,
  type TrackingShow,
  trackingEditHours,
  trackingPage,
} from "#contract/accounts/tracking";
import { franceDay } from "#contract/formats/france-time";
import { sundayOf } from "#contract/formats/weeks";
import { asSeenBy, staffFor } from "./staff.ts";
import { trackingEntries } from "./tables.ts";
import { type Reader, readableBy } from "./visibility.ts";

type Deps = Pick<Services, "db" | "clock">;

const authors = alias(users, "authors");
const assignees = alias(users, "assignees");

function rows(db: Db) {
  return db
    .select({
      entry: trackingEntries,
      person: fullName(users),
      sector: sectors.name,
      author: fullName(authors),
      assignee: fullNameIfAny(assignees),
    })
    .from(trackingEntries)
    .innerJoin(users, eq(users.id, trackingEntries.subjectUserId))
    .innerJoin(authors, eq(authors.id, trackingEntries.authorId))
    .leftJoin(assignees, eq(assignees.id, trackingEntries.nextActionUserId))
    .leftJoin(sectors, eq(sectors.id, users.sectorId));
}
type Found = Awaited<ReturnType<typeof rows>>[number];

function shape({ entry, person, sector, author, assignee }: Found, reader: Pick<Actor, "id">, today: string): TrackingRow {
  const { id, kind, title, body, visibility, correctsId, nextActionAt, nextActionUserId } = entry;
  return {
    ...{ id, kind, title, body, visibility, correctsId, nextActionAt, nextActionUserId, person, sector, author, assignee },
    subjectId: entry.subjectUserId,
    occurredAt: entry.occurredAt.toISOString(),
    own: entry.authorId === reader.id,
    editedAt: entry.editedAt?.toISOString() ?? null,
    mine: nextActionUserId === reader.id,
    due: nextActionAt && !entry.doneAt ? dueOn(nextActionAt, today) : null,
    doneAt: entry.doneAt?.toISOString() ?? null,
  };
}

function dueOn(day: string, today: string): DueTime {
  if (day < today) return "overdue";
  if (day === today) return "today";
  return day <= sundayOf(today) ? "week" : "later";
}

const { nextActionAt, doneAt, nextActionUserId } = trackingEntries;

/** Literal, to match the partial indexes. */
export const isOpen = sql`${nextActionAt} is not null and ${doneAt} is null`;

function shownTo(actor: Pick<Actor, "id">, show: TrackingShow): SQL | undefined {
  if (show === "all") return undefined;
  if (show === "done") return isNotNull(doneAt);
  if (show === "open") return isOpen;
  return and(isOpen, show === "mine" ? eq(nextActionUserId, actor.id) : isNull(nextActionUserId));
}

function dueWithin(due: TrackingQuery["due"], today: string): SQL | undefined {
  if (!due) return undefined;
  const week = sundayOf(today);
  const day = {
    now: lte(nextActionAt, today),
    overdue: lt(nextActionAt, today),
    today: eq(nextActionAt, today),
    week: and(gt(nextActionAt, today), lte(nextActionAt, week)),
    later: gt(nextActionAt, week),
  } satisfies Record<DueTime | "now", SQL | undefined>;
  return and(isOpen, day[due]);
}

/** Entries with what they ask for next, the nearest first. Reading restricted ones is recorded. */
export async function listEntries({ db, clock }: Deps, actor: Actor, query: TrackingQuery) {
  const today = franceDay(clock());
  const where = and(
    readableBy(db, actor),
    shownTo(actor, query.show),
    dueWithin(query.due, today),
    query.kind ? eq(trackingEntries.kind, query.kind) : undefined,
    query.author ? eq(trackingEntries.authorId, query.author) : undefined,
    query.person ? eq(trackingEntries.subjectUserId, query.person) : undefined,
  );
  const anyOf = await heldOrNamed(db, trackingEntries, trackingEntries.subjectUserId, query.q);
  const sorts = { due: nextActionAt, occurredAt: trackingEntries.occurredAt };
  const page = await pageOfRows(db, trackingEntries, query, { where, anyOf, sorts }, async (found, order) =>
    (
      await rows(db)
        .innerJoin(found, eq(found.id, trackingEntries.id))
        .orderBy(...order)
    ).map((row) => shape(row, actor, today)),
  );
  await recordReading(db, actor, page.items, { entityType: "list", entityId: "/dashboard/admin/tracking" });
  return page;
}

type About = { entityType: "list" | "person" | "tracking_entry"; entityId: string };

/** Which restricted entries somebody has read, and where. */
async function recordReading(db: Db, actor: Actor, read: Pick<TrackingRow, "id" | "visibility">[], about: About) {
  const entries = read.filter(({ visibility }) => visibility === "restricted").map(({ id }) => id);
  if (entries.length === 0) return;
  await recordChange(db, actor, { action: "tracking_entry.read_restricted", ...about, after: { entries } });
}

/** What is to do, counted on the index of what is; and who may do it, in the same statement. */
export async function readFigures({ db, clock }: Deps, actor: Actor) {
  const now = clock();
  const today = franceDay(now);
  const count = (condition: SQL | undefined) => sql<number>`(count(*) filter (where ${condition ?? sql`true`}))::int`;
  const staff = staffFor(db, null, now).as("staff");
  const [row] = await db
    .select({
      open: count(undefined),
      overdue: count(lt(nextActionAt, today)),
      today: count(eq(nextActionAt, today)),
      mine: count(eq(nextActionUserId, actor.id)),
      nobody: count(isNull(nextActionUserId)),
      staff: sql<
        Omit<StaffMember, "own">[]
      >`(select coalesce(json_agg(json_build_object('id', staff.id, 'name', staff.name, 'readsRestricted', staff.reads)), '[]') from ${staff})`,
    })
    .from(trackingEntries)
    .where(and(isOpen, readableBy(db, actor)));
  if (!row) throw new Error("A count answered no row.");
  return { ...row, staff: asSeenBy(actor, row.staff) };
}

/** An entry with what corrects it. One that the reader may not read is not found. */
export async function getEntry({ db, clock }: Deps, actor: Actor, id: string): Promise<TrackingRecord> {
  const now = clock();
  const today = franceDay(now);
  const [found] = await rows(db).where(and(eq(trackingEntries.id, id), readableBy(db, actor)));
  if (!found) throw new Refusal("not_found");
  const corrections = await rows(db)
    .where(eq(trackingEntries.correctsId, id))
    .orderBy(asc(trackingEntries.occurredAt), asc(trackingEntries.id))
    .limit(100);
  const row = shape(found, actor, today);
  await recordReading(db, actor, [row], { entityType: "tracking_entry", entityId: id });
  const until = editableUntil(found.entry);
  return {
    ...row,
    editableUntil: row.own && now < until ? until.toISOString() : null,
    corrections: corrections.map((correction) => shape(correction, actor, today)),
  };
}

/** The end of the time in which the author edits an entry. */
export const editableUntil = ({ createdAt }: { createdAt: Date }) => new Date(createdAt.getTime() + trackingEditHours * 3_600_000);

/** The entries about a person, the latest first, after one of them. */
export async function entriesAbout({ db, clock }: Deps, actor: Actor, id: string, before: string | undefined) {
  const older = sql`(${trackingEntries.occurredAt}, ${trackingEntries.id}) < (select occurred_at, id from tracking_entries where id = ${before} and subject_user_id = ${id})`;
  const found = await rows(db)
    .where(and(eq(trackingEntries.subjectUserId, id), readableBy(db, actor), before ? older : undefined))
    .orderBy(desc(trackingEntries.occurredAt), desc(trackingEntries.id))
    .limit(trackingPage + 1);
  const today = franceDay(clock());
  const items = found.slice(0, trackingPage).map((row) => shape(row, actor, today));
  await recordReading(db, actor, items, { entityType: "person", entityId: id });
  return { items, more: found.length > trackingPage };
}

/** For the queue on the dashboard: the reader's next actions that are due today or before. */
export const dueFor = (db: Db, actor: Reader, today: string): SQL =>
  sql`${and(isOpen, eq(nextActionUserId, actor.id), lte(nextActionAt, today), readableBy(db, actor))}`;
export const isLate = (today: string): SQL => sql`${nextActionAt} < ${today}::date`;
/** The first moment of the day of a next action. */
export const dueSince = sql<Date>`(${nextActionAt}::timestamp at time zone 'Europe/Paris')`;
