import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import { queueMailTo } from "#backend/modules/mails/outbox";
import { notificationChoices } from "#backend/modules/privacy/tables";
import { permissionGrants, users } from "#backend/modules/users/tables";
import { type Frequency, notificationTopics } from "#contract/accounts/notifications";
import { queueNames, type WorkQueues } from "#contract/charity/work-queues";
import { franceDay, writtenDay } from "#contract/formats/france-time";
import type { Locale } from "#contract/formats/locale";
import { readWorkQueues } from "./work-queues.ts";

type Needs = Pick<Services, "db" | "clock" | "translate" | "settings" | "wakeMail">;

/** Which summaries go out on a day in France (YYYY-MM-DD): daily ones from Monday to Friday, weekly ones on Mondays. */
export function summariesOn(day: string): Frequency[] {
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
  if (weekday === 0 || weekday === 6) return [];
  return weekday === 1 ? ["daily", "weekly"] : ["daily"];
}

/** Mails what waits to those who chose to read it, unless nothing waits; once a day, however often it runs. */
export async function mailWorkSummaries(services: Needs) {
  const { db, clock } = services;
  const now = clock();
  const day = franceDay(now);
  for (const reader of await readersOn(db, day)) {
    const { queues } = await readWorkQueues(db, reader, now);
    const items = linesOf(services, reader.locale, queues);
    if (items.length === 0) continue;
    const values = { count: String(items.length), items: items.join("\n"), date: writtenDay(reader.locale, day) };
    await queueMailTo(services, { ...reader, userId: reader.id }, "work_summary", values, `work_summary:${reader.id}:${day}`);
  }
}

async function readersOn(db: Db, day: string) {
  const due = summariesOn(day);
  if (due.length === 0) return [];
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
        inArray(frequency, due),
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
