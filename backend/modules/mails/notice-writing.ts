import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { sessions } from "#backend/identity/tables";
import { notices, pushDevices, pushMessages } from "#backend/modules/notices/tables";
import type { NoticeChannel } from "#contract/accounts/inbox";
import type { OptionalTopic, PushTopic } from "#contract/accounts/notifications";
import { franceDay } from "#contract/formats/france-time";
import { type InboxTopic, isInInbox, valuesOfTitle } from "./inbox-topics.ts";
import { isOpenSession } from "./open-sessions.ts";
import { isWantedOnDevices } from "./preferences.ts";
import { isPushed, isUrgent, pushChoiceOf, pushedFor } from "./push-topics.ts";
import { type About, aboutOf } from "./subjects.ts";
import { type MailTopic, mailFacts } from "./topics.ts";

/** What a campaign says of its notices: which one it is, and by which channels it is sent. */
export type NoticeOptions = { campaignId: string; channels: readonly NoticeChannel[] };

type NewNotice = Partial<NoticeOptions> & {
  /** An account; or who gets the newsletter without one, by mail alone. */
  userId?: string;
  subscriberId?: string;
  /** A guest of an event, by mail alone. */
  registrationId?: string;
  values: Record<string, string>;
  dedupeKey: string;
  mailId?: string;
  createdAt: Date;
  readAt?: Date | null;
  /** When it has nothing to say any more: no device gets it then. */
  until?: Date;
  /** When devices get it at the earliest; by default at once. */
  notBefore?: Date;
  /** The record that the next summary lists, in place of a mail. */
  recordId?: string;
  /** The record that it is about, where neither the topic's values nor the reader say it. */
  about?: About;
};

/**
 * Writes the notices of mails, or of what is in the inbox alone, and of the devices of those who want it there. The same key twice is one notice.
 * `about` is which of their choices decides, where it is not the account.
 */
export async function writeNotices(db: Db, topic: MailTopic, added: NewNotice[], about?: OptionalTopic): Promise<void> {
  const choice = pushChoiceOf(about);
  const devices = isPushed(topic) && choice ? (await devicesFor(db, choice, added)).map((device) => ({ ...device, choice })) : [];
  const withDevice = new Set(devices.map(({ userId }) => userId));
  const rows = added.flatMap(({ values, mailId, readAt, channels, recordId, until: _, notBefore: _later, about: named, ...notice }) => {
    const isWanted = (channel: NoticeChannel) => channels?.includes(channel) ?? true;
    const path = mailFacts[topic].path?.(values) ?? null;
    const subject = named ?? aboutOf(topic, { values, userId: notice.userId });
    const common = { ...notice, ...subject, topic, stateAt: notice.createdAt, values: valuesOfTitle(topic, values) };
    const inbox = { ...common, channel: "inbox" as const, state: "sent" as const, path, readAt };
    const email = { ...common, channel: "email" as const, state: "waiting" as const, mailId };
    const digest = { ...common, channel: "digest" as const, state: "waiting" as const, path, recordId };
    const push = { ...common, channel: "push" as const, state: "waiting" as const, path };
    return [
      ...(notice.userId && isInInbox(topic) && isWanted("inbox") ? [inbox] : []),
      ...(mailId ? [email] : []),
      ...(recordId ? [digest] : []),
      ...(notice.userId && withDevice.has(notice.userId) && isWanted("push") ? [push] : []),
    ];
  });
  await insertNotices(db, topic, rows, devices, added);
}

type Device = { deviceId: string; userId: string; choice: PushTopic };
type Timed = Pick<NewNotice, "dedupeKey" | "until" | "notBefore">;

/** Stores notices, with a message for each device of those that were not there yet. */
async function insertNotices(
  db: Db,
  topic: MailTopic | InboxTopic,
  rows: (typeof notices.$inferInsert)[],
  devices: Device[],
  added: readonly Timed[],
): Promise<void> {
  if (rows.length === 0) return;
  const { id, userId, channel, createdAt, dedupeKey } = notices;
  const written = await db.insert(notices).values(rows).onConflictDoNothing().returning({ id, userId, channel, createdAt, dedupeKey });
  const waiting = written.filter((notice) => notice.channel === "push");
  const byKey = new Map(added.map((notice) => [notice.dedupeKey, notice]));
  const messages = waiting.flatMap((notice) => {
    const { until, notBefore: dueAt = notice.createdAt } = byKey.get(notice.dedupeKey) ?? {};
    const sendBefore = new Date(Math.min(dueAt.getTime() + pushedFor(topic), until?.getTime() ?? Number.POSITIVE_INFINITY));
    return devices
      .filter((device) => device.userId === notice.userId)
      .map(({ deviceId, choice }) => ({ noticeId: notice.id, deviceId, choice, urgent: isUrgent(topic), dueAt, sendBefore }));
  });
  if (messages.length > 0) await db.insert(pushMessages).values(messages);
}

/** What is taken back of notices: the unread ones and what waits for devices. What was read, or is on a device, stays in the log. */
export const isUnseen = and(isNull(notices.readAt), sql`not (${and(eq(notices.channel, "push"), eq(notices.state, "sent"))})`);

/** Takes back notices by their keys. */
export async function withdrawNotices(db: Db, dedupeKeys: string[]): Promise<void> {
  await db.delete(notices).where(and(inArray(notices.dedupeKey, dedupeKeys), isUnseen));
}

/** Takes back what says the same as mails that may have been sent, by their keys: what is unread in the inbox, and what waits for devices. The log has the mails. */
export async function withdrawBesideMails(db: Db, dedupeKeys: string[]): Promise<void> {
  const beside = and(inArray(notices.dedupeKey, dedupeKeys), inArray(notices.channel, ["inbox", "push"]));
  await db.delete(notices).where(and(beside, isUnseen));
}

type InboxNotice = { userId: string; path: string; values: Record<string, string>; dedupeKey: string; createdAt: Date; about?: About };

/** Writes what is in the inbox without a mail, for one person or several, and for their devices. The same key twice is one notice. */
export async function writeInInbox(db: Db, topic: InboxTopic, ...all: InboxNotice[]): Promise<void> {
  const devices = (await devicesFor(db, "account", all)).map((device) => ({ ...device, choice: "account" as const }));
  const withDevice = new Set(devices.map(({ userId }) => userId));
  const rows = all.flatMap(({ about, ...notice }) => {
    const common = { ...notice, ...about, topic, stateAt: notice.createdAt };
    const inbox = { ...common, channel: "inbox" as const, state: "sent" as const };
    const push = { ...common, channel: "push" as const, state: "waiting" as const };
    return withDevice.has(notice.userId) ? [inbox, push] : [inbox];
  });
  await insertNotices(db, topic, rows, devices, all);
}

/** The devices of these people, where they want the topic. Nobody has one where push is not configured. */
async function devicesFor(db: Db, chosenBy: PushTopic, added: Pick<NewNotice, "userId" | "createdAt">[]) {
  const people = [...new Set(added.flatMap(({ userId }) => userId ?? []))];
  const [now] = added.map(({ createdAt }) => createdAt);
  if (!now) return [];
  return db
    .select({ deviceId: pushDevices.id, userId: pushDevices.userId })
    .from(pushDevices)
    .innerJoin(sessions, and(eq(sessions.id, pushDevices.sessionId), isOpenSession(now)))
    .where(and(inArray(pushDevices.userId, people), isWantedOnDevices(db, pushDevices.userId, chosenBy, franceDay(now))));
}
