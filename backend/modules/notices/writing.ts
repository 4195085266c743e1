import type { Db } from "#backend/db/client";
import { pathOf } from "#backend/modules/mails/paths";
import type { MailTopic } from "#backend/modules/mails/topics";
import { notices } from "./tables.ts";
import { isInInbox, valuesOfTitle } from "./topics.ts";

type NewNotice = {
  userId: string;
  values: Record<string, string>;
  dedupeKey: string;
  mailId?: string;
  createdAt: Date;
  readAt?: Date | null;
};

/** Writes the notices of mails, or of what is in the inbox alone. The same key twice is one notice. */
export async function writeNotices(db: Db, topic: MailTopic, added: NewNotice[]): Promise<void> {
  const rows = added.flatMap(({ values, mailId, readAt, ...notice }) => {
    const common = { ...notice, topic, stateAt: notice.createdAt, values: valuesOfTitle(topic, values) };
    const inbox = { ...common, channel: "inbox" as const, state: "sent" as const, path: pathOf[topic]?.(values) ?? null, readAt };
    const email = { ...common, channel: "email" as const, state: "waiting" as const, mailId };
    return [...(isInInbox(topic) ? [inbox] : []), ...(mailId ? [email] : [])];
  });
  if (rows.length > 0) await db.insert(notices).values(rows).onConflictDoNothing();
}
