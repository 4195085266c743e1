import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { mutedNotifications } from "#backend/modules/privacy/tables";
import type { NotificationChannel, NotificationTopic } from "#contract/accounts/account";

/** Whether a person is subscribed to a topic on a channel. */
export async function wants(db: Db, userId: string, topic: NotificationTopic, channel: NotificationChannel): Promise<boolean> {
  const { userId: person, topic: about, channel: where } = mutedNotifications;
  const [muted] = await db
    .select({ one: sql`1` })
    .from(mutedNotifications)
    .where(and(eq(person, userId), eq(about, topic), eq(where, channel)));
  return !muted;
}
