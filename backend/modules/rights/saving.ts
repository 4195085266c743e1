import { and, eq, inArray, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { orLastHolder } from "#backend/modules/users/last-holder";
import { permissionGrants, users } from "#backend/modules/users/tables";
import { logOutEverywhere, moveAccount } from "#backend/modules/users/transitions";
import { fieldRefusal, Refusal } from "#backend/refusal";
import type { Grant, RightsDraft } from "#contract/accounts/rights";
import { franceDay } from "#contract/formats/france-time";
import { decideRights, isSame, retainedGrants } from "./deciding.ts";

/**
 * Gives a person a role and rights, all at once. The person's row is locked, so that a role and a right that do not go
 * together are never combined; the database enforces that one person can grant rights. The person must log in again.
 */
export async function saveRights(services: Services, actor: Actor, id: string, draft: RightsDraft): Promise<void> {
  const now = services.clock();
  if (draft.grants.some(({ expiresOn }) => expiresOn !== null && expiresOn < franceDay(now)))
    throw fieldRefusal("expiresOn", "rights:expiresOn.past");
  await services.db
    .transaction(async (tx) => {
      const [person] = await tx.select().from(users).where(eq(users.id, id)).for("update");
      if (!person || person.accountState === "left") throw new Refusal("not_found");
      const held = await grantsOf(tx, id);
      const refusal = decideRights(actor, { id, role: person.role, grants: held }, draft);
      if (refusal) throw new Refusal(refusal);
      const retained = retainedGrants(draft);
      if (
        person.role === draft.role &&
        retained.length === held.length &&
        retained.every((one) => held.some((other) => isSame(one, other)))
      )
        return;
      await writeGrants(tx, { id, actor, now }, held, retained);
      if (person.role !== draft.role) await tx.update(users).set({ role: draft.role, updatedAt: now }).where(eq(users.id, id));
      await recordChange(tx, actor, {
        action: "user.rights",
        entityType: person.role === draft.role ? "person" : "user",
        entityId: id,
        before: { role: person.role, permissions: inWords(held) },
        after: { role: draft.role, permissions: inWords(retained) },
        reason: draft.reason,
      });
      const owesFile =
        draft.role === "BENEFICIARY" && person.role !== "BENEFICIARY" && ["to_validate", "validated"].includes(person.accountState);
      if (owesFile) await moveAccount({ ...services, db: tx }, { by: "system", actor }, id, "oweFile");
      await logOutEverywhere(tx, id, now);
    })
    .catch(orLastHolder);
}

async function grantsOf(tx: Db, userId: string): Promise<Grant[]> {
  const { permission, expiresOn } = permissionGrants;
  return tx.select({ permission, expiresOn }).from(permissionGrants).where(eq(permissionGrants.userId, userId)).orderBy(permission);
}

async function writeGrants(tx: Db, { id, actor, now }: { id: string; actor: Actor; now: Date }, held: Grant[], retained: Grant[]) {
  const changed = retained.filter((grant) => !held.some((one) => isSame(one, grant)));
  if (changed.length > 0)
    await tx
      .insert(permissionGrants)
      .values(changed.map((grant) => ({ ...grant, userId: id, grantedBy: actor.id, grantedAt: now })))
      .onConflictDoUpdate({
        target: [permissionGrants.userId, permissionGrants.permission],
        set: { expiresOn: sql`excluded.expires_on`, grantedBy: actor.id, grantedAt: now },
      });
  const gone = held.filter(({ permission }) => !retained.some((one) => one.permission === permission)).map(({ permission }) => permission);
  if (gone.length > 0)
    await tx.delete(permissionGrants).where(and(eq(permissionGrants.userId, id), inArray(permissionGrants.permission, gone)));
}

function inWords(grants: Grant[]): string[] {
  return grants.map(({ permission, expiresOn }) => (expiresOn ? `${permission} → ${expiresOn}` : permission)).sort();
}
