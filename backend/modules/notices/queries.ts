import { and, desc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import { campaigns } from "#backend/modules/campaigns/tables";
import { fullNameIfAny } from "#backend/modules/users/named";
import { users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import {
  inboxPage,
  latestNotices,
  latestOfRecord,
  type Notice,
  type NoticeSubject,
  type RecordNotice,
  type SentNotice,
  sentNotices,
  unreadLimit,
} from "#contract/accounts/inbox";
import type { Locale } from "#contract/formats/locale";
import { readIn } from "#contract/formats/localized-text";
import { notices } from "./tables.ts";
import { textsOf } from "./titles.ts";

export type NoticeDeps = Pick<Services, "db" | "translate">;
type Row = typeof notices.$inferSelect;

const inInbox = (userId: string) => and(eq(notices.userId, userId), sql`${notices.channel} = 'inbox'`);
const isUnread = isNull(notices.readAt);

/** Literal conditions, to match the partial index. */
const unreadCount = (userId: string) =>
  sql<number>`(select count(*)::int from (select 1 from ${notices} where ${and(inInbox(userId), isUnread)} limit ${unreadLimit + 1}) unread)`;

type Found = { notice: Row; campaign: Pick<typeof campaigns.$inferSelect, "title" | "sentence" | "label"> | null };

function noticeOf(services: NoticeDeps, locale: Locale, { notice, campaign }: Found): Notice {
  const { id, topic, values, path, createdAt, readAt } = notice;
  const { title, action } = textsOf(services, locale, topic, values);
  // A test has a title of its own.
  const isAsWritten = campaign && Object.values(campaign.title).includes(values.title ?? "");
  return {
    id,
    topic,
    title: isAsWritten ? readIn(locale, campaign.title).text : title,
    sentence: campaign && readIn(locale, campaign.sentence).text,
    path,
    action: path && ((campaign && readIn(locale, campaign.label).text) || action),
    createdAt: createdAt.toISOString(),
    isRead: readAt !== null,
  };
}

/** Notices, the latest first, with the number of unread ones, in one statement. */
async function newestInInbox(db: Db, userId: string, limit: number, more?: SQL) {
  const rows = await db
    .select({
      notice: notices,
      unread: unreadCount(userId),
      campaign: { title: campaigns.title, sentence: campaigns.sentence, label: campaigns.label },
    })
    .from(notices)
    .leftJoin(campaigns, eq(campaigns.id, notices.campaignId))
    .where(and(inInbox(userId), more))
    .orderBy(desc(notices.createdAt), desc(notices.id))
    .limit(limit);
  return { unread: rows[0]?.unread ?? 0, rows };
}

export async function readSummary(services: NoticeDeps, userId: string, locale: Locale) {
  const { unread, rows } = await newestInInbox(services.db, userId, latestNotices);
  return { unread, latest: rows.map((row) => noticeOf(services, locale, row)) };
}

/** Whether a notice is older than another one of the same person. */
export const olderThan = (id: string, userId: string) =>
  sql`(${notices.createdAt}, ${notices.id}) < (select created_at, id from notices where id = ${id} and user_id = ${userId})`;

type Position = { unread?: boolean; after?: string };

export async function readInbox(services: NoticeDeps, userId: string, locale: Locale, { unread: unreadOnly, after }: Position) {
  const which = and(unreadOnly ? isUnread : undefined, after ? olderThan(after, userId) : undefined);
  const { unread, rows } = await newestInInbox(services.db, userId, inboxPage + 1, which);
  return { items: rows.slice(0, inboxPage).map((row) => noticeOf(services, locale, row)), more: rows.length > inboxPage, unread };
}

/** Marks a notice as read, once; a notice of somebody else is not found. */
export async function readNotice({ db, clock }: Pick<Services, "db" | "clock">, userId: string, id: string) {
  const [notice] = await db
    .update(notices)
    .set({ readAt: sql`coalesce(${notices.readAt}, ${clock().toISOString()}::timestamptz)` })
    .where(and(inInbox(userId), eq(notices.id, id)))
    .returning({ path: notices.path });
  if (!notice) throw new Refusal("not_found");
  return notice;
}

/** Marks what the inbox says of something as read, once it is seen where it leads; returns whether it was unread. */
export async function readNoticesOf({ db, clock }: Pick<Services, "db" | "clock">, userId: string, ...keys: string[]): Promise<boolean> {
  const read = await db
    .update(notices)
    .set({ readAt: clock() })
    .where(and(inInbox(userId), isUnread, inArray(notices.dedupeKey, keys)))
    .returning({ id: notices.id });
  return read.length > 0;
}

export async function readAllNotices({ db, clock }: Pick<Services, "db" | "clock">, userId: string) {
  await db
    .update(notices)
    .set({ readAt: clock() })
    .where(and(inInbox(userId), isUnread));
}

/** Who was notified of a record, the latest first; `after` is the last notice of the page before. */
export async function noticesAbout(
  services: NoticeDeps,
  subjectId: string,
  locale: Locale,
  { after, latest }: { after?: string; latest?: boolean },
): Promise<{ subject: NoticeSubject | null; items: RecordNotice[]; more: boolean }> {
  const size = latest ? latestOfRecord : sentNotices;
  const before = after ? sql`(${notices.createdAt}, ${notices.id}) < (select created_at, id from notices where id = ${after})` : undefined;
  const rows = await services.db
    .select({ notice: notices, name: fullNameIfAny(users) })
    .from(notices)
    .leftJoin(users, eq(users.id, notices.userId))
    .where(and(eq(notices.subjectId, subjectId), before))
    .orderBy(desc(notices.createdAt), desc(notices.id))
    .limit(size + 1);
  const items = rows.slice(0, size).map(({ notice, name }) => ({
    ...sentNoticeOf(services, locale, notice),
    reader: notice.userId && name !== null ? { id: notice.userId, name } : null,
  }));
  return { subject: rows[0]?.notice.subject ?? null, items, more: rows.length > size };
}

export function sentNoticeOf(
  services: NoticeDeps,
  locale: Locale,
  { id, topic, values, channel, state, createdAt, stateAt }: Row,
): SentNotice {
  return {
    id,
    topic,
    title: textsOf(services, locale, topic, values).title,
    channel,
    state,
    createdAt: createdAt.toISOString(),
    stateAt: stateAt.toISOString(),
  };
}
