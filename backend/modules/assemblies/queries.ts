import { and, asc, count, desc, eq, exists, isNull, max, not, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "#backend/db/client";
import { pageOfRows } from "#backend/db/lists";
import { contains } from "#backend/db/word-search";
import { countInGoodStanding, isMember } from "#backend/modules/memberships/assembly";
import { isValidOn, memberships } from "#backend/modules/memberships/tables";
import { fullName, fullNameIfAny } from "#backend/modules/users/named";
import { users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import type { AssemblyMembersQuery, AssemblyRecord } from "#contract/charity/assemblies";
import { assemblies, attendances, resolutions } from "./tables.ts";

export type AssemblyRow = typeof assemblies.$inferSelect;

const mostListed = 200;

export const listAssemblies = async (db: Db) => ({
  items: await db.select().from(assemblies).orderBy(desc(assemblies.day), desc(assemblies.id)).limit(mostListed),
});

export async function findAssembly(db: Db, id: string): Promise<AssemblyRow> {
  const [row] = await db.select().from(assemblies).where(eq(assemblies.id, id));
  if (!row) throw new Refusal("not_found");
  return row;
}

type Figures = Pick<AssemblyRecord, "members" | "present" | "represented" | "waiting">;

/** Who counts now, or counted when it was closed. */
export async function figuresOf(db: Db, { id, day, members, present, represented, waiting }: AssemblyRow): Promise<Figures> {
  if (members !== null) return { members, present: present ?? 0, represented: represented ?? 0, waiting: waiting ?? 0 };
  const { people } = await countInGoodStanding(db, day);
  const { rows } = await db.execute<Omit<Figures, "members">>(sql`select present, represented, waiting from assembly_figures(${id}::uuid)`);
  return { members: people, ...(rows[0] ?? { present: 0, represented: 0, waiting: 0 }) };
}

export const resolutionsOf = (db: Db, id: string) =>
  db.select().from(resolutions).where(eq(resolutions.assemblyId, id)).orderBy(asc(resolutions.position)).limit(mostListed);

export async function getAssembly(db: Db, id: string): Promise<AssemblyRecord> {
  const row = await findAssembly(db, id);
  return {
    ...row,
    ...(await figuresOf(db, row)),
    openedAt: row.openedAt?.toISOString() ?? null,
    closedAt: row.closedAt?.toISOString() ?? null,
    resolutions: await resolutionsOf(db, id),
  };
}

const holders = alias(users, "holders");
const there = alias(attendances, "there");
const ofMember = alias(attendances, "of_member");

const isLive = (id: string, of: typeof attendances | typeof ofMember = attendances) => and(eq(of.assemblyId, id), isNull(of.withdrawnAt));

/** Whether the holder of a proxy is there. */
const isHeldThere = (db: Db, id: string, holderId: SQLWrapper) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(there)
      .where(and(eq(there.assemblyId, id), isNull(there.withdrawnAt), sql`${there.userId} = ${holderId}`, eq(there.kind, "present"))),
  );

/** Whether somebody is in good standing on the day. */
function isInGoodStanding(db: Db, day: string) {
  const its = and(eq(memberships.userId, users.id), isMember(day));
  return exists(db.select({ one: sql`1` }).from(memberships).where(its));
}

/** Who is listed: members in good standing on the day and those of whom something is recorded, or of these alone those who meet a condition. */
function isShown(db: Db, { id, day }: AssemblyRow, show: AssemblyMembersQuery["show"]): SQL | undefined {
  const recorded = (which?: SQL) =>
    exists(
      db
        .select({ one: sql`1` })
        .from(ofMember)
        .where(and(eq(ofMember.userId, users.id), isLive(id, ofMember), which)),
    );
  if (show === "all") return or(isInGoodStanding(db, day), recorded());
  if (show === "present") return recorded(eq(ofMember.kind, "present"));
  if (show === "lapsed") return and(recorded(), not(isInGoodStanding(db, day)));
  return recorded(and(eq(ofMember.kind, "proxy"), isHeldThere(db, id, ofMember.holderId)));
}

/** Members by name: whether each is there, who represents them, and how many proxies they hold. */
export async function listMembers(db: Db, id: string, query: AssemblyMembersQuery) {
  const row = await findAssembly(db, id);
  const { q, show, userId } = query;
  const where = and(userId ? eq(users.id, userId) : contains(users, q), isShown(db, row, show));
  const number = db
    .select({ number: max(memberships.number) })
    .from(memberships)
    .where(and(eq(memberships.userId, users.id), isValidOn(row.day)));
  const held = db
    .select({ count: count() })
    .from(ofMember)
    .where(and(eq(ofMember.holderId, users.id), isLive(id, ofMember)));
  const page = await pageOfRows(db, users, query, { where, sorts: { lastName: users.lastName } }, (found, order) =>
    db
      .select({
        id: users.id,
        name: sql<string>`${users.lastName} || ' ' || ${users.firstName}`,
        number: sql<string | null>`(${number})`,
        attendance: attendances.kind,
        holder: fullNameIfAny(holders),
        held: sql`(${held})`.mapWith(Number),
        counts: sql`${isInGoodStanding(db, row.day)}`.mapWith(Boolean),
      })
      .from(users)
      .innerJoin(found, eq(found.id, users.id))
      .leftJoin(attendances, and(eq(attendances.userId, users.id), isLive(id)))
      .leftJoin(holders, eq(holders.id, attendances.holderId))
      .orderBy(...order),
  );
  return { ...page, assembly: row };
}

/** Who was there, and whom they represented, for the minutes: all of them. */
export const attendeesOf = (db: Db, row: AssemblyRow) =>
  db
    .select({ name: fullName(users), holder: fullNameIfAny(holders) })
    .from(attendances)
    .innerJoin(users, eq(users.id, attendances.userId))
    .leftJoin(holders, eq(holders.id, attendances.holderId))
    .where(
      and(
        isLive(row.id),
        or(eq(attendances.kind, "present"), and(eq(attendances.kind, "proxy"), isHeldThere(db, row.id, attendances.holderId))),
      ),
    )
    .orderBy(asc(users.lastName), asc(users.firstName), asc(users.id));
