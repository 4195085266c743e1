import { and, desc, eq, not, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Actor } from "#backend/http/actor";
import { isHelped } from "#backend/identity/restricted";
import { users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import { type SentNotice, sentNotices } from "#contract/accounts/inbox";
import { mayReadRestricted } from "#contract/accounts/restricted";
import type { Locale } from "#contract/formats/locale";
import { type NoticeDeps, olderThan, sentNoticeOf } from "./queries.ts";
import { notices } from "./tables.ts";

/** Whether a notice says which events or kits somebody had, as the time line does. */
const ofEvents = sql<boolean>`(coalesce(${notices.subject} = 'event', false) or starts_with(${notices.topic}, 'event_') or ${notices.topic} in ('kit_moved', 'registration_paused'))`;

/**
 * One page of what a person was sent, the latest first; `after` is the last notice of the page before. What events a student had is restricted:
 * without the right it is left out, with it the reading is recorded.
 */
export async function sentTo(
  services: NoticeDeps,
  actor: Actor,
  { id, after }: { id: string; after: string | undefined },
  locale: Locale,
): Promise<{ items: SentNotice[]; more: boolean; withheld: boolean }> {
  const { db } = services;
  const [person] = await db.select({ sectorId: users.sectorId, helped: isHelped }).from(users).where(eq(users.id, id));
  if (!person) throw new Refusal("not_found");
  const withheld = person.helped && !mayReadRestricted(actor, person.sectorId);
  const rows = await db
    .select({ notice: notices, ofEvents })
    .from(notices)
    .where(and(eq(notices.userId, id), withheld ? not(ofEvents) : undefined, after ? olderThan(after, id) : undefined))
    .orderBy(desc(notices.createdAt), desc(notices.id))
    .limit(sentNotices + 1);
  const page = rows.slice(0, sentNotices);
  if (person.helped && page.some((row) => row.ofEvents))
    await recordChange(db, actor, { action: "user.read_restricted", entityType: "person", entityId: id });
  return { items: page.map(({ notice }) => sentNoticeOf(services, locale, notice)), more: rows.length > sentNotices, withheld };
}

/** The latest messages to a subscriber without account, the newest first: newsletters are few. */
export async function sentToSubscriber(services: NoticeDeps, id: string, locale: Locale): Promise<SentNotice[]> {
  const rows = await services.db
    .select()
    .from(notices)
    .where(eq(notices.subscriberId, id))
    .orderBy(desc(notices.createdAt), desc(notices.id))
    .limit(sentNotices);
  return rows.map((notice) => sentNoticeOf(services, locale, notice));
}
