import { eq, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { notificationChoices } from "#backend/modules/privacy/tables";
import { users } from "#backend/modules/users/tables";
import type { Push } from "#backend/ports/push";
import {
  type Frequency,
  type NotificationChoices,
  notificationTopics,
  pushFrequencies,
  pushTopicNames,
  pushTopics,
  topicNames,
} from "#contract/accounts/notifications";
import type { Role } from "#contract/accounts/roles";

type Needs = { db: Db; push: Pick<Push, "sender"> };
type Choice = { field: keyof NotificationChoices; topic: string; channel: "email" | "push"; first: Frequency };

/** What somebody of a role chooses: nothing about devices where push is not configured. */
function choicesOf(role: Role, { sender }: Needs["push"]): Choice[] {
  const concerns = ({ roles }: { roles: readonly Role[] }) => roles.includes(role);
  const byMail = topicNames.filter((topic) => concerns(notificationTopics[topic]));
  const onDevices = sender ? pushTopicNames.filter((topic) => concerns(pushTopics[topic])) : [];
  return [
    ...byMail.map((topic) => ({ field: topic, topic, channel: "email" as const, first: notificationTopics[topic].frequencies[0] })),
    ...onDevices.map((topic) => ({ field: pushTopics[topic].field, topic, channel: "push" as const, first: pushFrequencies[0] })),
  ];
}

/** How often somebody is notified about each topic that concerns them. */
export async function getNotifications({ db, push }: Needs, { id, role }: Pick<Actor, "id" | "role">): Promise<NotificationChoices> {
  const rows = await db.select().from(notificationChoices).where(eq(notificationChoices.userId, id));
  const chosen = ({ topic, channel }: Choice) => rows.find((row) => row.topic === topic && row.channel === channel)?.frequency;
  return Object.fromEntries(choicesOf(role, push).map((choice) => [choice.field, chosen(choice) ?? choice.first]));
}

export async function setNotifications({ db: tx, push }: Needs, actor: Actor, choices: NotificationChoices) {
  // Concurrent saves are serialised.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, actor.id)).for("update");
  const before = await getNotifications({ db: tx, push }, actor);
  const rows = choicesOf(actor.role, push).flatMap(({ field, topic, channel }) => {
    const frequency = choices[field];
    return frequency ? [{ userId: actor.id, topic, channel, frequency }] : [];
  });
  if (rows.length === 0) return;
  const { userId, topic, channel } = notificationChoices;
  await tx
    .insert(notificationChoices)
    .values(rows)
    .onConflictDoUpdate({ target: [userId, topic, channel], set: { frequency: sql`excluded.frequency` } });
  const after = await getNotifications({ db: tx, push }, actor);
  await recordChange(tx, actor, { action: "user.notifications", entityType: "person", entityId: actor.id, before, after });
}
