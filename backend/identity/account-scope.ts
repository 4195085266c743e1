import { and, eq, inArray, not, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { isRightInForce, permissionGrants, users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import { type Holder, sectorsWith } from "#contract/accounts/permissions";
import { hasPermission, type Permission, type Role } from "#contract/accounts/roles";

type Reader = Pick<Actor, "role"> & Pick<Holder, "extraData">;

/** Whom coordinators look after in their sectors; administrators look after everybody. */
const managedRoles: readonly Role[] = ["BENEFICIARY", "VOLUNTEER"];

/** The sectors of a coordinator's accounts. */
const sectorsOf = (actor: Reader, and: readonly Permission[]) => sectorsWith(actor, ["ACCOUNTS_MANAGE", ...and]);

/** Whether somebody looks after accounts at all: those of their sectors, or all of them. */
export const managesAccounts = (actor: Reader) => actor.role === "ADMIN" || sectorsOf(actor, []).length > 0;

/**
 * The condition on accounts that somebody looks after: undefined for administrators, and nobody where nothing is granted. `also` narrows it to
 * sectors in which they hold these permissions too.
 */
export function accountsOf(
  actor: Reader,
  table: { role: AnyPgColumn; sectorId: AnyPgColumn } = users,
  also: readonly Permission[] = [],
): SQL | undefined {
  if (actor.role === "ADMIN") return undefined;
  return inSectors(table, sectorsOf(actor, also));
}

function inSectors(table: { role: AnyPgColumn; sectorId: AnyPgColumn }, sectors: string[]): SQL | undefined {
  if (sectors.length === 0) return sql`false`;
  return and(inArray(table.role, [...managedRoles]), inArray(table.sectorId, sectors));
}

/** The sectors to whose people somebody may write at once; undefined for administrators, who write to everybody. */
export const sectorsAddressedBy = (actor: Reader): string[] | undefined =>
  actor.role === "ADMIN" ? undefined : sectorsWith(actor, ["NOTIFICATIONS_SEND"]);

/** The condition on the accounts of these people. */
export function addressedBy(actor: Reader): SQL | undefined {
  const sectors = sectorsAddressedBy(actor);
  return sectors && inSectors(users, sectors);
}

/** Whether an account holds rights on this day (in France, YYYY-MM-DD), as a coordinator's own does: administrators alone decide on it. */
export const holdsRights = (today: string, table: { id: AnyPgColumn } = users) =>
  sql<boolean>`exists (select from ${permissionGrants} where ${permissionGrants.userId} = ${table.id} and ${isRightInForce(today)})`;

/** Whether somebody may change the email address of an account, whose mailbox opens it: of administrators and holders of a right, those who give rights may. */
export const mayChangeEmail = (actor: Actor, { role, holds }: { role: Role; holds: boolean }) =>
  (role !== "ADMIN" && !holds) || hasPermission(actor, "ADMIN_MANAGE_USERS_PERMISSIONS");

/** Whether this reader leaves the decision on an account to administrators, since it holds rights. */
export const byAdministrators = (actor: Reader, today: string) => (actor.role === "ADMIN" ? sql<boolean>`false` : holdsRights(today));

/** The condition on accounts on which somebody decides: {@link accountsOf} without those that administrators decide on. */
export function accountsDecidedBy(
  actor: Reader,
  today: string,
  table: { id: AnyPgColumn; role: AnyPgColumn; sectorId: AnyPgColumn } = users,
): SQL | undefined {
  if (actor.role === "ADMIN") return undefined;
  return and(accountsOf(actor, table), not(holdsRights(today, table)));
}

/** The same as a condition on a column that names the account; undefined for administrators. */
export function ofAccountsDecidedBy(db: Db, actor: Reader, today: string, userId: AnyPgColumn): SQL | undefined {
  const theirs = accountsDecidedBy(actor, today);
  return theirs && sql`${userId} in ${db.select({ id: users.id }).from(users).where(theirs)}`;
}

/** Whether somebody looks after this account: the same rule for a row that is already read. */
export function isInScope(actor: Reader, { role, sectorId }: { role: Role; sectorId: string | null }): boolean {
  if (actor.role === "ADMIN") return true;
  return managedRoles.includes(role) && !!sectorId && sectorsOf(actor, []).includes(sectorId);
}

/** Refuses an account that the actor does not look after: for them there is none. */
export async function requireAccount(db: Db, actor: Reader, id: string) {
  if (actor.role === "ADMIN") return;
  if ((await db.$count(users, and(eq(users.id, id), accountsOf(actor)))) === 0) throw new Refusal("not_found");
}

/** Refuses an id that is nobody's. */
export async function requirePerson(db: Db, id: string) {
  const [person] = await db.select({ id: users.id }).from(users).where(eq(users.id, id));
  if (!person) throw new Refusal("not_found");
}

/**
 * Locks an account for a decision, and returns its actor with the rights that they hold now. Rights change under a lock on their holder, and a
 * person's sector under one on the person: a decision is made before such a change or refused after it. Accounts that hold rights themselves
 * today (a day in France, YYYY-MM-DD) are decided on by administrators.
 */
export async function lockAccount(tx: Db, actor: Actor, id: string | null, today: string): Promise<Actor> {
  if (actor.role === "ADMIN") return actor;
  if (!id) throw new Refusal("not_found");
  await requireAccount(tx, actor, id);
  await refuseHolder(tx, id, today);
  const current = await rightsNow(tx, actor);
  const [account] = await tx.select({ role: users.role, sectorId: users.sectorId }).from(users).where(eq(users.id, id)).for("update");
  if (!account || !isInScope(current, account)) throw new Refusal("not_found");
  // A right may have been given before the lock; without the check before it, two holders would wait for each other.
  await refuseHolder(tx, id, today);
  return current;
}

/** The actor with the rights in sectors that they hold now, locked until the end of the transaction. */
export async function rightsNow(tx: Db, actor: Actor): Promise<Actor> {
  if (actor.role === "ADMIN") return actor;
  const [self] = await tx.select({ role: users.role }).from(users).where(eq(users.id, actor.id)).for("key share");
  if (self?.role !== actor.role) throw new Refusal("forbidden");
  const { permission, sectorId } = permissionGrants;
  const held = await tx.select({ permission, sectorId }).from(permissionGrants).where(eq(permissionGrants.userId, actor.id));
  const sectorGrants = actor.extraData.sectorGrants.filter((grant) =>
    held.some((one) => one.permission === grant.permission && one.sectorId === grant.sectorId),
  );
  return { ...actor, extraData: { ...actor.extraData, sectorGrants } };
}

async function refuseHolder(tx: Db, id: string, today: string) {
  if ((await tx.$count(permissionGrants, and(eq(permissionGrants.userId, id), isRightInForce(today)))) > 0) throw new Refusal("forbidden");
}
