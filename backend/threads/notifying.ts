import { and, eq } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import { queueMail, queueMailTo } from "#backend/modules/mails/outbox";
import type { About } from "#backend/modules/mails/subjects";
import type { MailTopic } from "#backend/modules/mails/topics";
import { users } from "#backend/modules/users/tables";
import type { Locale } from "#contract/formats/locale";

/** Who is notified of what a person has written; without `userId`, a shared mailbox. */
export type ToNotify = { email: string; locale: Locale; firstName?: string; userId?: string };

type Deps = Pick<Services, "db" | "clock" | "settings" | "translate" | "wakeMail">;
type AboutThreads = Extract<MailTopic, "message_received" | "application_arrived" | "thread_continued">;

/** Who answers what no mailbox is set for: the administrators whose accounts are the oldest. */
export const administrators = (db: Db): Promise<ToNotify[]> =>
  db
    .select({ userId: users.id, email: users.email, locale: users.locale, firstName: users.firstName })
    .from(users)
    .where(and(eq(users.role, "ADMIN"), eq(users.accountState, "validated")))
    .orderBy(users.createdAt, users.id)
    .limit(mostNotified);

/** The most of a team who are notified of one message. */
export const mostNotified = 10;

/** Notifies one of the team, as they chose for messages. A mailbox has no choices: it gets each mail. */
export async function notifyStaff(
  services: Deps,
  to: ToNotify,
  topic: AboutThreads,
  values: Record<string, string>,
  dedupeKey: string,
  record: About,
): Promise<void> {
  const more = { aboutId: record.subjectId, record };
  if (to.userId) await queueMail(services, to.userId, topic, values, dedupeKey, { ...more, about: "messages" });
  else await queueMailTo(services, to, topic, values, dedupeKey, more);
}
