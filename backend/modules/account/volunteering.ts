import { eq } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { volunteerProfiles } from "#backend/modules/registration/tables";
import { users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import type { OwnVolunteering } from "#contract/accounts/own-needs";

const { activities, moments, skills, sharesPhone, updatedAt, userId } = volunteerProfiles;

/** What somebody likes and knows how to do, and when they are usually free. */
export async function getVolunteering(db: Db, { id }: Pick<Actor, "id">): Promise<OwnVolunteering> {
  const columns = { activities, moments, skills, sharesPhone, version: updatedAt };
  const [stored] = await db.select(columns).from(volunteerProfiles).where(eq(userId, id));
  if (!stored) return { activities: [], moments: [], skills: null, sharesPhone: false, version: null };
  return { ...stored, version: stored.version.toISOString() };
}

export async function setVolunteering(
  { db, clock }: Pick<Services, "db" | "clock">,
  actor: Actor,
  { version, skills: typed = null, ...chosen }: OwnVolunteering,
) {
  await db.transaction(async (tx) => {
    // Also where nothing is stored yet.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, actor.id)).for("update");
    const { version: current, ...before } = await getVolunteering(tx, actor);
    if (current !== (version ?? null)) throw new Refusal("stale", { current: { ...before, version: current } });
    const after = { ...chosen, skills: typed };
    await tx
      .insert(volunteerProfiles)
      .values({ userId: actor.id, ...after, updatedAt: clock() })
      .onConflictDoUpdate({ target: userId, set: { ...after, updatedAt: clock() } });
    await recordChange(tx, actor, { action: "user.edit_own", entityType: "person", entityId: actor.id, before, after });
  });
}
