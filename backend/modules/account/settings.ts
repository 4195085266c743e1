import { eq } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { mutedNotifications } from "#backend/modules/privacy/tables";
import { users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import {
  type NotificationChannel,
  type NotificationChoice,
  type NotificationTopic,
  notificationPairs,
  type OwnProfile,
} from "#contract/accounts/account";

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

export async function getNotifications(db: Db, { id }: Pick<Actor, "id">): Promise<NotificationChoice> {
  const muted = await db.select().from(mutedNotifications).where(eq(mutedNotifications.userId, id));
  const silent = new Set(muted.map(({ topic, channel }) => `${topic}.${channel}`));
  return { wanted: notificationPairs.filter((pair) => !silent.has(pair)) };
}

export async function setNotifications(tx: Db, actor: Actor, { wanted }: NotificationChoice) {
  // Concurrent saves are serialised.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, actor.id)).for("update");
  const before = await getNotifications(tx, actor);
  await tx.delete(mutedNotifications).where(eq(mutedNotifications.userId, actor.id));
  const muted = notificationPairs
    .filter((pair) => !wanted.includes(pair))
    .map((pair) => {
      const [topic, channel] = pair.split(".") as [NotificationTopic, NotificationChannel];
      return { userId: actor.id, topic, channel };
    });
  if (muted.length > 0) await tx.insert(mutedNotifications).values(muted);
  const after = { wanted: notificationPairs.filter((pair) => wanted.includes(pair)) };
  await recordChange(tx, actor, { action: "user.notifications", entityType: "person", entityId: actor.id, before, after });
}
