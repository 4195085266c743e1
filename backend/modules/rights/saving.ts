import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { sectors } from "#backend/modules/sectors/tables";
import { orLastHolder } from "#backend/modules/users/last-holder";
import { permissionGrants, users } from "#backend/modules/users/tables";
import { logOutEverywhere, moveAccount } from "#backend/modules/users/transitions";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { mayReadRestricted } from "#contract/accounts/restricted";
import { type Grant, hasEnded, isSameRight, type RightsDraft, rightsStateOf } from "#contract/accounts/rights";
import type { Role } from "#contract/accounts/roles";
import { franceDay } from "#contract/formats/france-time";
import { decideRights, isSame, retainedGrants } from "./deciding.ts";
import { describeGrants, notifyOfRights } from "./notifying.ts";
import { isOpenSector } from "./queries.ts";

type User = typeof users.$inferSelect;

/**
 * Gives a person a role and rights, all at once. The person's row is locked, so that a role and a right that do not go
 * together are never combined; the database enforces that one person can grant rights. The person must log in again.
 */
export async function saveRights(services: Services, actor: Actor, id: string, draft: RightsDraft): Promise<void> {
  const now = services.clock();
  const today = franceDay(now);
  await services.db
    .transaction(async (tx) => {
      const [person] = await tx.select().from(users).where(eq(users.id, id)).for("update");
      if (!person || person.accountState === "left") throw new Refusal("not_found");
      const held = await grantsOf(tx, id);
      if (draft.over !== undefined && draft.over !== rightsStateOf({ role: person.role, grants: held }))
        throw fieldRefusal("over", "rights:changedMeanwhile");
      const refusal = decideRights(actor, { id, role: person.role, grants: held }, draft);
      if (refusal) throw new Refusal(refusal);
      refusePast(held, draft.grants, today);
      refuseOpening(actor, person, draft.role);
      const retained = retainedGrants(draft);
      await requireOpenSectors(tx, held, retained);
      const holdsStill = person.role === draft.role && areSame(inForce(retained, today), inForce(held, today));
      if (holdsStill) return;
      await writeGrants(tx, { id, actor, now }, held, retained);
      if (person.role !== draft.role) await giveRole(tx, person, draft.role, now);
      await recordChange(tx, actor, {
        action: "user.rights",
        entityType: person.role === draft.role ? "person" : "user",
        entityId: id,
        before: { role: person.role, permissions: await describeGrants(tx, held) },
        after: { role: draft.role, permissions: await describeGrants(tx, retained) },
        reason: draft.reason,
      });
      await notifyOfRights({ ...services, db: tx }, { ...person, role: draft.role });
      const step = fileStepOf(person, draft.role);
      if (step) await moveAccount({ ...services, db: tx }, { by: "system", actor }, id, step);
      await logOutEverywhere(tx, id, now);
    })
    .catch(orLastHolder);
}

const inForce = (grants: Grant[], today: string) => grants.filter((grant) => !hasEnded(grant, today));

const areSame = (some: Grant[], others: Grant[]) =>
  some.length === others.length && some.every((one) => others.some((other) => isSame(one, other)));

/** A right is given for days to come; one that ran out before may come back with the others, as it is. */
function refusePast(held: Grant[], wanted: Grant[], today: string) {
  const given = wanted.filter((grant) => !held.some((one) => isSame(one, grant)));
  if (given.some((grant) => hasEnded(grant, today))) throw fieldRefusal("expiresOn", "rights:expiresOn.past");
}

/** Only students have a yearly check. */
async function giveRole(tx: Db, { id, annualVerificationNeeded }: User, role: Role, now: Date) {
  const needed = annualVerificationNeeded && role === "BENEFICIARY";
  await tx.update(users).set({ role, annualVerificationNeeded: needed, updatedAt: now }).where(eq(users.id, id));
}

/** What a new role changes of the file that students owe. */
function fileStepOf({ role, accountState }: User, wanted: Role): "oweFile" | "waiveFile" | null {
  if (wanted === role) return null;
  if (wanted === "BENEFICIARY") return ["to_validate", "validated"].includes(accountState) ? "oweFile" : null;
  return role === "BENEFICIARY" && accountState === "waiting" ? "waiveFile" : null;
}

/** An account without a file is restricted by the role of a student alone: whoever may not read its data does not give another role. */
function refuseOpening(actor: Actor, { role, sectorId }: User, wanted: Role) {
  if (role === "BENEFICIARY" && wanted !== role && !mayReadRestricted(actor, sectorId)) throw fieldRefusal("role", "rights:roleRestricted");
}

async function grantsOf(tx: Db, userId: string): Promise<Grant[]> {
  const { permission, sectorId, expiresOn } = permissionGrants;
  return tx
    .select({ permission, sectorId, expiresOn })
    .from(permissionGrants)
    .where(eq(permissionGrants.userId, userId))
    .orderBy(permission, sectorId);
}

/** A right is given in a local team that is open; one that is held already stays. */
async function requireOpenSectors(tx: Db, held: Grant[], retained: Grant[]) {
  const added = retained.flatMap((grant) => (grant.sectorId && !held.some((one) => isSameRight(one, grant)) ? grant.sectorId : []));
  const ids = [...new Set(added)];
  if (ids.length === 0) return;
  const open = await tx
    .select({ id: sectors.id })
    .from(sectors)
    .where(and(inArray(sectors.id, ids), isOpenSector))
    .for("share");
  if (open.length < ids.length) throw fieldRefusal("sectorId", "rights:inSector.closed");
}

async function writeGrants(tx: Db, { id, actor, now }: { id: string; actor: Actor; now: Date }, held: Grant[], retained: Grant[]) {
  const changed = retained.filter((grant) => !held.some((one) => isSame(one, grant)));
  if (changed.length > 0)
    await tx
      .insert(permissionGrants)
      .values(changed.map((grant) => ({ ...grant, userId: id, grantedBy: actor.id, grantedAt: now })))
      .onConflictDoUpdate({
        target: [permissionGrants.userId, permissionGrants.permission, permissionGrants.sectorId],
        set: { expiresOn: sql`excluded.expires_on`, grantedBy: actor.id, grantedAt: now },
      });
  for (const { permission, sectorId } of held.filter((grant) => !retained.some((one) => isSameRight(one, grant)))) {
    const where = sectorId ? eq(permissionGrants.sectorId, sectorId) : isNull(permissionGrants.sectorId);
    await tx.delete(permissionGrants).where(and(eq(permissionGrants.userId, id), eq(permissionGrants.permission, permission), where));
  }
}
