import type { Services } from "#backend/http/services";
import { queueMail, queueMailTo } from "#backend/modules/mails/outbox";
import type { About } from "#backend/modules/mails/subjects";
import type { MailTopic } from "#backend/modules/mails/topics";
import type { Locale } from "#contract/formats/locale";

/** Who is notified of what a person has written; without `userId`, a shared mailbox. */
export type ToNotify = { email: string; locale: Locale; firstName?: string; userId?: string };

type Deps = Pick<Services, "db" | "clock" | "settings" | "translate" | "wakeMail">;
type AboutThreads = Extract<MailTopic, "message_received" | "thread_continued">;

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
