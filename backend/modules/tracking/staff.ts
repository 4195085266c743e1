import { and, asc, eq, exists, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { fullName } from "#backend/modules/users/named";
import { isRightInForce, permissionGrants, users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import { mayReadRestricted } from "#contract/accounts/restricted";
import type { StaffMember } from "#contract/accounts/tracking";
import { franceDay } from "#contract/formats/france-time";

const staffShown = 200;

/** Whether an account holds the right to restricted files, everywhere or in a sector. */
function readsRestricted(db: Db, sectorId: string | null, today: string): SQL<boolean> {
  const { userId, permission, sectorId: inSector } = permissionGrants;
  const held = db
    .select({ one: sql`1` })
    .from(permissionGrants)
    .where(
      and(
        eq(userId, users.id),
        eq(permission, "BENEFICIARY_READ_RESTRICTED"),
        or(isNull(inSector), sectorId ? eq(inSector, sectorId) : undefined),
        isRightInForce(today),
      ),
    );
  return sql<boolean>`${exists(held)}`;
}

/** Who does next actions: the open accounts of administrators, who alone open the page. */
const isStaff = and(eq(users.role, "ADMIN"), eq(users.accountState, "validated"));

type About = { id: string; sectorId: string | null };

/** The members of staff to whom a next action about a person may be given, not to that person; of nobody in particular, all. */
export const staffFor = (db: Db, about: About | null, now: Date) =>
  db
    .select({
      id: users.id,
      name: fullName(users).as("name"),
      readsRestricted: readsRestricted(db, about?.sectorId ?? null, franceDay(now)).as("reads"),
    })
    .from(users)
    .where(and(isStaff, about ? ne(users.id, about.id) : undefined))
    .orderBy(asc(users.lastName), asc(users.id))
    .limit(staffShown);

type Member = Omit<StaffMember, "own">;

/** The same people as a member of the team sees them. */
export const asSeenBy = ({ id }: Pick<Actor, "id">, staff: readonly Member[]): StaffMember[] =>
  staff.map((one) => ({ ...one, own: one.id === id }));

/** Whether somebody may be given a next action: staff, who may read the entry. */
export async function mayBeAssigned(db: Db, id: string, about: About & { restricted: boolean }, now: Date): Promise<boolean> {
  if (id === about.id) return false;
  const reads = about.restricted ? readsRestricted(db, about.sectorId, franceDay(now)) : undefined;
  return (await db.$count(users, and(eq(users.id, id), isStaff, reads))) > 0;
}

/** The person that entries are about. */
export async function subjectOf(db: Db, id: string) {
  const [person] = await db
    .select({
      id: users.id,
      name: fullName(users),
      sectorId: users.sectorId,
      accountState: users.accountState,
    })
    .from(users)
    .where(eq(users.id, id));
  if (!person) throw new Refusal("not_found");
  return person;
}

/** What a form for an entry needs to know of the person. */
export async function subjectFor(db: Db, actor: Actor, id: string, now: Date) {
  const { name, sectorId, accountState } = await subjectOf(db, id);
  const staff = asSeenBy(actor, await staffFor(db, { id, sectorId }, now));
  return { id, name, mayRestrict: mayReadRestricted(actor, sectorId), open: accountState !== "left" && id !== actor.id, staff };
}
