import { and, eq, gt, inArray, isNull, like, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import { newsletterSubscribers } from "#backend/modules/newsletter/tables";
import { notices } from "#backend/modules/notices/tables";
import { visibleTo } from "#backend/modules/people/filters";
import { taskItems, tasks } from "#backend/modules/tasks/tables";
import { fullName } from "#backend/modules/users/named";
import { users } from "#backend/modules/users/tables";
import {
  type CampaignException,
  type CampaignProgress,
  type ChannelResult,
  type PersonResult,
  resultsPage,
  type shownPeople,
} from "#contract/accounts/campaigns";
import { noticeChannels, type noticeStates } from "#contract/accounts/inbox";
import { writesToSubscribers } from "./audience.ts";
import { readerOf } from "./earlier.ts";
import { guestsNamed } from "./guests.ts";
import { requireCampaign, type StoredCampaign } from "./records.ts";

/** What makes a message one: a campaign reaches a person once, however often its task is taken up again. */
export const keyOf = (campaign: string, person: string) => `campaign:${campaign}:${person}`;
/** A test is none of the campaign's results. */
export const testKeyOf = (campaign: string, person: string, at: Date) => `campaign-test:${campaign}:${person}:${at.toISOString()}`;

/** The notices of a campaign, without those of tests. */
export const ofCampaign = (id: string) => and(eq(notices.campaignId, id), like(notices.dedupeKey, "campaign:%"));

/** The results of each channel, in one statement. Who has read something is a number only. */
export async function resultsOf(db: Db, id: string): Promise<ChannelResult[]> {
  const rows = await db
    .select({
      channel: notices.channel,
      state: notices.state,
      count: sql<number>`count(*)::int`,
      read: sql<number>`count(${notices.readAt})::int`,
      guests: sql<number>`count(${notices.registrationId})::int`,
    })
    .from(notices)
    .where(ofCampaign(id))
    .groupBy(notices.channel, notices.state);
  return noticeChannels.flatMap((channel) => {
    const own = rows.filter((row) => row.channel === channel);
    if (own.length === 0) return [];
    const count = (state: (typeof noticeStates)[number]) => own.find((row) => row.state === state)?.count ?? 0;
    const sum = (what: "read" | "guests") => own.reduce((all, row) => all + row[what], 0);
    return [
      {
        channel,
        read: sum("read"),
        guests: sum("guests"),
        waiting: count("waiting"),
        sent: count("sent"),
        failed: count("failed"),
        expired: count("expired"),
      },
    ];
  });
}

/** Whom the task of {@link tasks} left out, by reason. */
function exceptionsOf(db: Db, taskId: string) {
  const reasons = db
    .select({ reason: taskItems.reason, count: sql<number>`count(*)::int`.as("count") })
    .from(taskItems)
    .where(and(eq(taskItems.taskId, taskId), inArray(taskItems.outcome, ["left_out", "failed"])))
    .groupBy(taskItems.reason)
    .as("reasons");
  return sql<CampaignException[]>`coalesce((select json_agg(json_build_object('reason', reason, 'count', count)) from ${reasons}), '[]')`;
}

/** Whom a sending that is over left out, and how many people it never came to; of one whose task was erased with its owner, those without a message. */
export async function remainderOf(db: Db, { id, taskId, people }: Pick<StoredCampaign, "id" | "taskId" | "people">) {
  const [task] = taskId
    ? await db
        .select({ leftWhile: exceptionsOf(db, taskId), untouched: sql<number>`${tasks.total} - ${handled}` })
        .from(tasks)
        .where(eq(tasks.id, taskId))
    : [];
  if (task) return task;
  const [row] = await db
    .select({ reached: sql<number>`count(distinct ${notices.dedupeKey})::int` })
    .from(notices)
    .where(ofCampaign(id));
  return { leftWhile: [], untouched: Math.max(0, (people ?? 0) - (row?.reached ?? 0)) };
}

const handled = sql<number>`(${tasks.done} + ${tasks.leftOut} + ${tasks.failed})`;

/** How far the task of a campaign is; null once it was purged. */
export async function progressOf(db: Db, taskId: string | null, results: ChannelResult[]): Promise<CampaignProgress | null> {
  if (!taskId) return null;
  const [task] = await db
    .select({
      ...{ total: tasks.total, handled, startedAt: tasks.startedAt },
      exceptions: exceptionsOf(db, taskId),
    })
    .from(tasks)
    .where(eq(tasks.id, taskId));
  const waiting = results.reduce((sum, one) => sum + one.waiting, 0);
  return task ? { ...task, startedAt: task.startedAt?.toISOString() ?? null, waiting } : null;
}

type Position = { after?: string; show?: (typeof shownPeople)[number] };

/** The people of a campaign, page by page, each with the state of their channels or why they were left out. Names are those that the reader may see. */
export async function peopleOf(db: Db, actor: Actor, id: string, { after, show }: Position) {
  const campaign = await requireCampaign(db, actor, id);
  const { title, leftWhile, untouched, taskId } = campaign;
  const found = show === "left" || show === "untouched" ? await itemsOf(db, taskId, show, after) : await readersOf(db, id, show, after);
  const shown = found.slice(0, resultsPage);
  const names = await namesOf(db, actor, shown);
  const items = shown.map((row) => ({ ...row, ...(names.get(row.id) ?? { name: null, path: null }) }));
  const left = (leftWhile ?? []).reduce((sum, { count }) => sum + count, 0);
  const areNamed = !!taskId && (await db.$count(tasks, eq(tasks.id, taskId))) > 0;
  return { title, items, more: found.length > resultsPage, left, untouched: untouched ?? 0, areNamed };
}

type Found = Pick<PersonResult, "id" | "isSubscriber" | "isGuest" | "channels" | "reason">;

/** Those whom the sending left out, or never came to: one more than a page. */
async function itemsOf(db: Db, taskId: string | null, show: "left" | "untouched", after: string | undefined): Promise<Found[]> {
  if (!taskId) return [];
  const { itemId, outcome } = taskItems;
  const which = show === "left" ? inArray(outcome, ["left_out", "failed"]) : isNull(outcome);
  const isSubscriber = sql<boolean>`exists (select from ${newsletterSubscribers} where ${newsletterSubscribers.id} = ${itemId})`;
  const isGuest = sql<boolean>`exists (select from ${eventRegistrations} where ${eventRegistrations.id} = ${itemId})`;
  const rows = await db
    .select({ id: itemId, reason: taskItems.reason, isSubscriber, isGuest })
    .from(taskItems)
    .where(and(eq(taskItems.taskId, taskId), which, after ? gt(itemId, after) : undefined))
    .orderBy(itemId)
    .limit(resultsPage + 1);
  return rows.map((row) => ({ ...row, channels: [] }));
}

/** Those who have messages: one more than a page. */
async function readersOf(db: Db, id: string, failed: "failed" | undefined, after: string | undefined): Promise<Found[]> {
  const channels = sql<
    PersonResult["channels"]
  >`json_agg(json_build_object('channel', ${notices.channel}, 'state', ${notices.state}) order by ${notices.channel})`;
  const reader = readerOf(notices);
  const isAny = (id: AnyPgColumn) => sql<boolean>`bool_or(${id} is not null)`;
  const rows = await db
    .select({ id: reader, isSubscriber: isAny(notices.subscriberId), isGuest: isAny(notices.registrationId), channels })
    .from(notices)
    .where(and(ofCampaign(id), after ? sql`${reader} > ${after}` : undefined))
    .groupBy(reader)
    .having(failed ? sql`bool_or(${notices.state} in ('failed', 'expired'))` : undefined)
    .orderBy(reader)
    .limit(resultsPage + 1);
  return rows.map((row) => ({ ...row, reason: null }));
}

type Named = { id: string; name: string; path: string };

/** Names of accounts and of guests, and addresses of subscribers, with their pages, by id: those that the reader may see. */
async function namesOf(
  db: Db,
  actor: Actor,
  readers: Pick<PersonResult, "id" | "isSubscriber" | "isGuest">[],
): Promise<Map<string, Named>> {
  const ids = (which: (reader: (typeof readers)[number]) => boolean) => readers.filter(which).map((row) => row.id);
  const people = ids(({ isSubscriber, isGuest }) => !isSubscriber && !isGuest);
  const others = await subscribersNamed(
    db,
    actor,
    ids(({ isSubscriber }) => isSubscriber),
  );
  const guests = await guestsNamed(
    db,
    actor,
    ids(({ isGuest }) => isGuest),
  );
  const { id } = users;
  const named =
    people.length === 0
      ? []
      : await db
          .select({ id, name: fullName(users) })
          .from(users)
          .where(and(inArray(id, people), visibleTo(actor)));
  const accounts = named.map((row) => ({ ...row, path: accountPage(row.id) }));
  return new Map([...accounts, ...others, ...guests].map((row) => [row.id, row]));
}

export const accountPage = (id: string) => `/dashboard/admin/users/${id}/view`;

/** The addresses of those of them who are subscribers. Whose account decides by now has no other page than the account's. */
export async function subscribersNamed(db: Db, actor: Actor, ids: string[]): Promise<Named[]> {
  if (ids.length === 0 || !writesToSubscribers(actor)) return [];
  const { id, email, userId } = newsletterSubscribers;
  const rows = await db.select({ id, name: email, userId }).from(newsletterSubscribers).where(inArray(id, ids));
  return rows.map(({ userId: account, ...row }) => ({
    ...row,
    path: account ? accountPage(account) : `/dashboard/admin/notifications/subscribers/${row.id}`,
  }));
}
