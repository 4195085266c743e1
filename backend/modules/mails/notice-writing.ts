import { and, eq, inArray, isNull, or } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { sessions } from "#backend/identity/tables";
import { notices, pushDevices, pushMessages } from "#backend/modules/notices/tables";
import { notificationChoices } from "#backend/modules/privacy/tables";
import type { NoticeChannel } from "#contract/accounts/inbox";
import type { OptionalTopic, PushTopic } from "#contract/accounts/notifications";
import { franceDay } from "#contract/formats/france-time";
import { type InboxTopic, isInInbox, valuesOfTitle } from "./inbox-topics.ts";
import { isOpenSession } from "./open-sessions.ts";
import { pathOf } from "./paths.ts";
import { isNotPaused } from "./preferences.ts";
import { isPushed, isUrgent, pushChoiceOf, pushedFor } from "./push-topics.ts";
import { type About, aboutOf } from "./subjects.ts";
import type { MailTopic } from "./topics.ts";

/** What a campaign says of its notices: which one it is, and by which channels it is sent. */
export type NoticeOptions = { campaignId: string; channels: readonly NoticeChannel[] };

type NewNotice = Partial<NoticeOptions> & {
  /** An account; or who gets the newsletter without one, by mail alone. */
  userId?: string;
  subscriberId?: string;
  values: Record<string, string>;
  dedupeKey: string;
  mailId?: string;
  createdAt: Date;
  readAt?: Date | null;
  /** When it has nothing to say any more, the same for all that are written at once: no device gets it then. */
  until?: Date;
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
  const devices = isPushed(topic) && choice ? await devicesFor(db, choice, added) : [];
  const withDevice = new Set(devices.map(({ userId }) => userId));
  const rows = added.flatMap(({ values, mailId, readAt, channels, recordId, until: _, about: named, ...notice }) => {
    const isWanted = (channel: NoticeChannel) => channels?.includes(channel) ?? true;
    const path = pathOf[topic]?.(values) ?? null;
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
  if (rows.length === 0) return;
  const { id, userId, channel, createdAt } = notices;
  const written = await db.insert(notices).values(rows).onConflictDoNothing().returning({ id, userId, channel, createdAt });
  const waiting = written.filter((notice) => notice.channel === "push");
  const [until] = added.map((notice) => notice.until);
  const sendBefore = (from: Date) => new Date(Math.min(from.getTime() + pushedFor(topic), until?.getTime() ?? Number.POSITIVE_INFINITY));
  const messages = waiting.flatMap((notice) =>
    devices
      .filter((device) => device.userId === notice.userId)
      .map(({ deviceId }) => ({
        ...{ noticeId: notice.id, deviceId, urgent: isUrgent(topic), dueAt: notice.createdAt },
        sendBefore: sendBefore(notice.createdAt),
      })),
  );
  if (messages.length > 0) await db.insert(pushMessages).values(messages);
}

type InboxNotice = { userId: string; path: string; values: Record<string, string>; dedupeKey: string; createdAt: Date; about?: About };

/** Writes what is in the inbox alone, for one person or several. The same key twice is one notice. */
export async function writeInInbox(db: Db, topic: InboxTopic, ...all: InboxNotice[]): Promise<void> {
  if (all.length === 0) return;
  await db
    .insert(notices)
    .values(
      all.map(({ about, ...notice }) => ({
        ...notice,
        ...about,
        topic,
        channel: "inbox" as const,
        state: "sent" as const,
        stateAt: notice.createdAt,
      })),
    )
    .onConflictDoNothing();
}

/** The devices of these people, where they want the topic. Nobody has one where push is not configured. */
async function devicesFor(db: Db, chosenBy: PushTopic, added: NewNotice[]) {
  const people = [...new Set(added.flatMap(({ userId }) => userId ?? []))];
  const [now] = added.map(({ createdAt }) => createdAt);
  if (!now) return [];
  const { userId, topic: about, channel, frequency } = notificationChoices;
  const choice = and(eq(userId, pushDevices.userId), eq(about, chosenBy), eq(channel, "push"));
  const goesOn = chosenBy === "account" ? undefined : isNotPaused(db, pushDevices.userId, chosenBy, franceDay(now));
  return db
    .select({ deviceId: pushDevices.id, userId: pushDevices.userId })
    .from(pushDevices)
    .innerJoin(sessions, and(eq(sessions.id, pushDevices.sessionId), isOpenSession(now)))
    .leftJoin(notificationChoices, choice)
    .where(and(inArray(pushDevices.userId, people), or(isNull(frequency), eq(frequency, "each")), goesOn));
}
