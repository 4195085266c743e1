import { eq, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { notificationChoices } from "#backend/modules/privacy/tables";
import { users } from "#backend/modules/users/tables";
import { type NotificationChoices, notificationTopics, topicNames } from "#contract/accounts/notifications";
import type { Role } from "#contract/accounts/roles";

const concerns = (role: Role) => topicNames.filter((topic) => (notificationTopics[topic].roles as readonly Role[]).includes(role));

/** How often somebody is notified about each topic that concerns them. */
export async function getNotifications(db: Db, { id, role }: Pick<Actor, "id" | "role">): Promise<NotificationChoices> {
  const rows = await db.select().from(notificationChoices).where(eq(notificationChoices.userId, id));
  const chosen = (topic: string) => rows.find((row) => row.topic === topic)?.frequency;
  return Object.fromEntries(concerns(role).map((topic) => [topic, chosen(topic) ?? notificationTopics[topic].frequencies[0]]));
}

export async function setNotifications(tx: Db, actor: Actor, choices: NotificationChoices) {
  // Concurrent saves are serialised.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, actor.id)).for("update");
  const before = await getNotifications(tx, actor);
  const rows = concerns(actor.role).flatMap((topic) => {
    const frequency = choices[topic];
    return frequency ? [{ userId: actor.id, topic, channel: "email" as const, frequency }] : [];
  });
  if (rows.length === 0) return;
  const { userId, topic, channel } = notificationChoices;
  await tx
    .insert(notificationChoices)
    .values(rows)
    .onConflictDoUpdate({ target: [userId, topic, channel], set: { frequency: sql`excluded.frequency` } });
  const after = await getNotifications(tx, actor);
  await recordChange(tx, actor, { action: "user.notifications", entityType: "person", entityId: actor.id, before, after });
}
