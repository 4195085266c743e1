import { and, asc, desc, eq, exists, isNotNull, isNull, max, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "#backend/db/client";
import { contains } from "#backend/db/word-search";
import { countInGoodStanding, isMember } from "#backend/modules/memberships/assembly";
import { memberships } from "#backend/modules/memberships/tables";
import { fullName, fullNameIfAny } from "#backend/modules/users/named";
import { users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import type { AssemblyMembersQuery, AssemblyRecord } from "#contract/charity/assemblies";
import { assemblies, attendances, resolutions } from "./tables.ts";

export type AssemblyRow = typeof assemblies.$inferSelect;

const mostListed = 200;
const membersAtOnce = 50;

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

const held = alias(attendances, "held");
const holders = alias(users, "holders");
const there = alias(attendances, "there");

const isLive = (id: string) => and(eq(attendances.assemblyId, id), isNull(attendances.withdrawnAt));

function isShown(db: Db, id: string, show: AssemblyMembersQuery["show"]): SQL | undefined {
  if (show === "all") return undefined;
  if (show === "present") return eq(attendances.kind, "present");
  if (show === "lapsed") return and(isNotNull(attendances.id), isNull(memberships.id));
  const isThere = and(
    eq(there.assemblyId, id),
    isNull(there.withdrawnAt),
    eq(there.userId, attendances.holderId),
    eq(there.kind, "present"),
  );
  return and(eq(attendances.kind, "proxy"), exists(db.select({ one: sql`1` }).from(there).where(isThere)));
}

/**
 * Members in good standing on the day of an assembly, by name, and those of whom something is recorded and who are not any more: whether each is there, who
 * represents them, and how many proxies they hold.
 */
const membersWith = (db: Db, { id, day }: AssemblyRow, where: SQL | undefined) =>
  db
    .select({
      id: users.id,
      name: sql<string>`${users.lastName} || ' ' || ${users.firstName}`,
      number: max(memberships.number),
      attendance: attendances.kind,
      holder: fullNameIfAny(holders),
      held: sql`(select count(*) from ${attendances} ${sql.identifier("held")} where ${held.assemblyId} = ${id} and ${held.holderId} = ${users.id}
        and ${held.withdrawnAt} is null)`.mapWith(Number),
      counts: sql`count(${memberships.id}) > 0`.mapWith(Boolean),
    })
    .from(users)
    .leftJoin(memberships, and(eq(memberships.userId, users.id), isMember(day)))
    .leftJoin(attendances, and(eq(attendances.userId, users.id), isLive(id)))
    .leftJoin(holders, eq(holders.id, attendances.holderId))
    .where(and(or(isNotNull(memberships.id), isNotNull(attendances.id)), where))
    .groupBy(users.id, attendances.id, holders.id)
    .orderBy(asc(users.lastName), asc(users.firstName), asc(users.id));

export async function listMembers(db: Db, id: string, { q, show, page, userId }: AssemblyMembersQuery) {
  const row = await findAssembly(db, id);
  const where = and(userId ? eq(users.id, userId) : contains(users, q), isShown(db, id, show));
  const items = await membersWith(db, row, where)
    .limit(membersAtOnce + 1)
    .offset((page - 1) * membersAtOnce);
  return { assembly: row, items: items.slice(0, membersAtOnce), page, hasMore: items.length > membersAtOnce };
}

/** Who was there, and whom they represented, for the minutes: all of them. */
export const attendeesOf = (db: Db, row: AssemblyRow) =>
  db
    .select({ name: fullName(users), holder: fullNameIfAny(holders) })
    .from(attendances)
    .innerJoin(users, eq(users.id, attendances.userId))
    .leftJoin(holders, eq(holders.id, attendances.holderId))
    .where(and(isLive(row.id), sql`(${attendances.kind} = 'present' or ${isShown(db, row.id, "represented")})`))
    .orderBy(asc(users.lastName), asc(users.firstName), asc(users.id));
