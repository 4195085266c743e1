import { eq } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import type { OwnProfile } from "#contract/accounts/account";

const own = { firstName: users.firstName, lastName: users.lastName, phone: users.phone, locale: users.locale };

export async function getProfile(db: Db, actor: Actor) {
  const [person] = await db
    .select({ ...own, email: users.email })
    .from(users)
    .where(eq(users.id, actor.id));
  if (!person) throw new Refusal("not_found");
  return person;
}

/** The settings that people change themselves; others decide about the rest of an account. */
export async function setProfile(tx: Db, actor: Actor, profile: OwnProfile, now: Date) {
  const [before] = await tx.select(own).from(users).where(eq(users.id, actor.id)).for("update");
  const after = { ...profile, phone: profile.phone ?? null };
  await tx
    .update(users)
    .set({ ...after, updatedAt: now })
    .where(eq(users.id, actor.id));
  // Articles are signed with the name.
  const entityType = before?.firstName === after.firstName && before.lastName === after.lastName ? "person" : "user";
  await recordChange(tx, actor, { action: "user.edit_own", entityType, entityId: actor.id, before, after });
}
