import { eq } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { isHelped } from "#backend/identity/restricted";
import { loggedValues, refuseAge } from "#backend/modules/people/editing";
import { users } from "#backend/modules/users/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import type { OwnProfile, StoredProfile } from "#contract/accounts/account";
import { isDonor } from "#contract/accounts/roles";
import { franceDay } from "#contract/formats/france-time";

const own = {
  firstName: users.firstName,
  lastName: users.lastName,
  phone: users.phone,
  preferredContact: users.preferredContact,
  locale: users.locale,
  birthDate: users.birthDate,
};
const stored = { ...own, email: users.email, role: users.role, version: users.updatedAt };

export async function getProfile(db: Db, actor: Actor): Promise<StoredProfile> {
  const [person] = await db.select(stored).from(users).where(eq(users.id, actor.id));
  if (!person) throw new Refusal("not_found");
  return inForm(person);
}

function inForm({ role, version, ...person }: Pick<typeof users.$inferSelect, keyof typeof own | "email" | "role"> & { version: Date }) {
  return { ...person, version: version.toISOString(), mayGiveBirthDate: !person.birthDate && !isDonor(role) };
}

/** The settings that people change themselves; others decide about the rest of an account. Not over a change that staff made meanwhile. */
export async function setProfile(tx: Db, actor: Actor, { version, ...profile }: OwnProfile, now: Date) {
  const [person] = await tx
    .select({ ...stored, accountState: users.accountState, helped: isHelped })
    .from(users)
    .where(eq(users.id, actor.id))
    .for("update");
  if (!person) throw new Refusal("not_found");
  const { accountState, helped, ...found } = person;
  const current = inForm(found);
  if (current.version !== version) throw new Refusal("stale", { current });
  const { email: _, mayGiveBirthDate, version: __, ...before } = current;
  const after = {
    ...profile,
    phone: profile.phone ?? null,
    preferredContact: profile.preferredContact ?? null,
    birthDate: profile.birthDate ?? before.birthDate ?? null,
  };
  if (after.birthDate && after.birthDate !== before.birthDate) {
    if (!mayGiveBirthDate) throw fieldRefusal("birthDate", "account:identity.birthDateKnown");
    const messages = { age: "account:identity.birthDateWrong", minor: "account:identity.birthDateMinor" };
    await refuseAge(tx, { id: actor.id, accountState }, { birthDate: after.birthDate, today: franceDay(now), messages });
  }
  await tx
    .update(users)
    .set({ ...after, updatedAt: now })
    .where(eq(users.id, actor.id));
  // Articles are signed with the name.
  const entityType = before.firstName === after.firstName && before.lastName === after.lastName ? "person" : "user";
  await recordChange(tx, actor, { action: "user.edit_own", entityType, entityId: actor.id, ...loggedValues(helped, before, after) });
}
