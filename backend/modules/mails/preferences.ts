import { and, eq } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { notificationChoices } from "#backend/modules/privacy/tables";
import { type NotificationTopic, notificationTopics } from "#contract/accounts/notifications";

/** Whether a person gets a mail at each event of a topic. */
export async function wants(db: Db, userId: string, topic: NotificationTopic): Promise<boolean> {
  const { userId: person, topic: about, channel, frequency } = notificationChoices;
  const [chosen] = await db
    .select({ frequency })
    .from(notificationChoices)
    .where(and(eq(person, userId), eq(about, topic), eq(channel, "email")));
  return (chosen?.frequency ?? notificationTopics[topic].frequencies[0]) === "each";
}
