import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import { queueMailTo } from "#backend/modules/mails/outbox";
import { isNotPaused } from "#backend/modules/mails/preferences";
import { notificationChoices } from "#backend/modules/privacy/tables";
import { permissionGrants, users } from "#backend/modules/users/tables";
import { type Frequency, notificationTopics } from "#contract/accounts/notifications";
import { queueNames, type WorkQueues } from "#contract/charity/work-queues";
import { franceDay, writtenDay } from "#contract/formats/france-time";
import type { Locale } from "#contract/formats/locale";
import { readWorkQueues } from "./work-queues.ts";

type Summary = Extract<Frequency, "daily" | "weekly">;
type Needs = Pick<Services, "db" | "clock" | "translate" | "settings" | "wakeMail">;

/**
 * The day in France (YYYY-MM-DD) whose summary is due at `now`: from Monday to Friday that day for a daily one, and for a weekly one the Monday of
 * the week, as it is made up for when nothing ran on Monday. Null where none is due.
 */
export function summaryDayOf(frequency: Summary, now: Date): string | null {
  const day = franceDay(now);
  const noon = new Date(`${day}T12:00:00Z`);
  const daysSinceMonday = (noon.getUTCDay() + 6) % 7;
  if (frequency === "daily") return daysSinceMonday < 5 ? day : null;
  return new Date(noon.getTime() - daysSinceMonday * 86_400_000).toISOString().slice(0, 10);
}

/** Mails what waits to those who chose to read it this often, unless nothing waits; once a day or a week, however often it runs. */
export async function mailWorkSummaries(services: Needs, frequency: Summary) {
  const { db, clock } = services;
  const now = clock();
  const due = summaryDayOf(frequency, now);
  if (!due) return;
  const day = franceDay(now);
  for (const reader of await readersOf(db, frequency, day)) {
    const { queues } = await readWorkQueues(db, reader, now);
    const items = linesOf(services, reader.locale, queues);
    if (items.length === 0) continue;
    const values = { count: String(items.length), items: items.join("\n"), date: writtenDay(reader.locale, day) };
    await queueMailTo(services, { ...reader, userId: reader.id }, "work_summary", values, `work_summary:${reader.id}:${due}`);
  }
}

async function readersOf(db: Db, chosen: Summary, day: string) {
  const { topic, channel, frequency } = notificationChoices;
  const { id, email, firstName, locale, role } = users;
  const inForce = sql`(${permissionGrants.expiresOn} is null or ${permissionGrants.expiresOn} >= ${day})`;
  const permissions = sql<string[]>`array(${db
    .select({ permission: permissionGrants.permission })
    .from(permissionGrants)
    .where(and(eq(permissionGrants.userId, id), isNull(permissionGrants.sectorId), inForce))})`;
  return db
    .select({ id, email, firstName, locale, role, permissions })
    .from(notificationChoices)
    .innerJoin(users, eq(id, notificationChoices.userId))
    .where(
      and(
        eq(topic, "waiting"),
        eq(channel, "email"),
        eq(frequency, chosen),
        isNotPaused(db, id, "waiting", day),
        inArray(role, [...notificationTopics.waiting.roles]),
        eq(users.accountState, "validated"),
      ),
    );
}

/** One line a queue: its name, how many wait, and since when. */
function linesOf({ translate }: Pick<Services, "translate">, locale: Locale, queues: WorkQueues["queues"]): string[] {
  return queueNames.flatMap((name) => {
    const queue = queues[name];
    if (!queue?.count) return [];
    const what = translate(locale, `mails:frame.waiting.${name}`, { count: queue.count });
    const day = queue.oldest ? writtenDay(locale, franceDay(new Date(queue.oldest))) : "";
    return [translate(locale, queue.late > 0 ? "mails:frame.waiting.late" : "mails:frame.waiting.since", { what, day, count: queue.late })];
  });
}
