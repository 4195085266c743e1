import { franceDay } from "#contract/formats/france-time";
import { writeNotices } from "./notice-writing.ts";
import { queueMails, type ToSend } from "./outbox.ts";
import { notWanting } from "./preferences.ts";
import type { MailTopic } from "./topics.ts";

/**
 * Reminds many people, a few hundred at most, and returns how many. Whoever has stopped or paused reminders has them in the inbox alone. A guest has no
 * account to do so with, and always gets the mail.
 */
export async function queueReminders(services: Parameters<typeof queueMails>[0], topic: MailTopic, mails: ToSend[]): Promise<number> {
  const { db, clock, wakeMail } = services;
  const now = clock();
  const people = mails.flatMap(({ to }) => to.userId ?? []);
  const unwanted = await notWanting(db, people, "reminders", franceDay(now));
  const toGuests = mails.filter(({ to }) => !to.userId);
  const wanted = mails.filter(({ to }) => to.userId && !unwanted.has(to.userId));
  const inInbox = mails.flatMap(({ to: { userId }, values, dedupeKey, notBefore, until, record }) =>
    userId && unwanted.has(userId) ? [{ userId, values, dedupeKey, notBefore, until, about: record, createdAt: now }] : [],
  );
  const mailed = (await queueMails(services, topic, toGuests)) + (await queueMails(services, topic, wanted, "reminders"));
  await writeNotices(db, topic, inInbox, "reminders");
  wakeMail();
  return mailed + inInbox.length;
}
