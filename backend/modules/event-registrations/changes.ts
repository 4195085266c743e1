import { and, asc, eq, exists, gt, inArray, isNotNull, isNull, lte, not, notInArray, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { outgoingMails } from "#backend/modules/mails/tables";
import { notices } from "#backend/modules/notices/tables";
import { users } from "#backend/modules/users/tables";
import { admittedStatuses, comingStatuses } from "#contract/charity/event-registrations";
import { languageTags } from "#contract/formats/locale";
import { announcementOf, type ChangedPart, changesIn, hoursIn } from "./announcements.ts";
import { notifyDoorOfChange } from "./door-notices.ts";
import { absencesAmong, notifyOfMovedAbsences } from "./drop-outs.ts";
import { type EventRow, isBrought, lockEvent, type QuotaRow, quotasOf, type RulesRow } from "./locking.ts";
import { momentsOf, notifyPeople, type Row, whereabouts } from "./notifying.ts";
import type { Deps } from "./promoting.ts";
import { type EventAnnouncement, eventChanges, eventRegistrations, registrationRules } from "./tables.ts";
import { endReplacements, withdrawMails } from "./withdrawing.ts";

const minute = 60_000;
/** For how long the mails of a change wait for a second one, which replaces them; those of an event that is about to begin do not wait. */
const heldFor = 5 * minute;
const soon = 120 * minute;
/** The most people who are notified in one transaction; the job notifies the others. */
const mostAtOnce = 500;

/** Until when the mails of a change wait. */
export const heldUntil = ({ startsAt }: Pick<EventRow, "startsAt">, now: Date) =>
  startsAt.getTime() - now.getTime() < soon ? now : new Date(now.getTime() + heldFor);

const { userId: accountId, guestEmail } = eventRegistrations;

/** Who gets mails about events: open accounts, and guests with an address. In a query that joins `users` from the left. */
export const isReachable = or(
  and(isNotNull(accountId), notInArray(users.accountState, ["left", "suspended"])),
  and(isNull(accountId), isNotNull(guestEmail)),
);

/** Whether a registration has a mail or notice with a key. */
export const hasNotice = (db: Db, key: SQL): SQL =>
  sql`(${exists(
    db
      .select({ one: sql`1` })
      .from(notices)
      .where(and(eq(notices.userId, accountId), eq(notices.dedupeKey, key))),
  )}
    or ${exists(db.select({ one: sql`1` }).from(outgoingMails).where(eq(outgoingMails.dedupeKey, key)))})`;

/** How many people a change of an event would notify, and how many guests without an address it would not. */
export async function countNotified(db: Db, eventId: string): Promise<{ people: number; guests: number }> {
  const [found] = await db
    .select({
      people: sql<number>`(count(*) filter (where ${isReachable}))::int`,
      guests: sql<number>`(count(*) filter (where ${accountId} is null and ${guestEmail} is null))::int`,
    })
    .from(eventRegistrations)
    .leftJoin(users, eq(users.id, accountId))
    .where(and(eq(eventRegistrations.eventId, eventId), inArray(eventRegistrations.status, [...comingStatuses])));
  return found ?? { people: 0, guests: 0 };
}

type Now = { event: EventRow; rules: RulesRow; quotas: QuotaRow[] };

/**
 * Notifies those who are registered of a change of the event itself, in its transaction, which has locked the event. `former` are its place groups before
 * the change, where it moved them, too.
 */
export async function notifyOfEventChange(services: Deps, before: EventRow, event: EventRow, former?: QuotaRow[]): Promise<number> {
  const { db, clock } = services;
  await notifyDoorOfChange(services, before, event, heldUntil(event, clock()));
  if (before.status !== "published") return 0;
  const [rules] = await db.select().from(registrationRules).where(eq(registrationRules.eventId, event.id));
  if (!rules) return 0;
  if (event.visibility === "invitation") await endReplacements(services, event, rules);
  const quotas = await quotasOf(db, event.id);
  return notifyOfChange(services, announcementOf(before, former ?? quotas), { event, rules, quotas });
}

/**
 * Notifies each person with or without a place yet of what has changed in time, place or the way there, once. A change that follows within some minutes
 * replaces the mails that wait, and one that takes it back leaves nobody to notify. Returns how many people it is for.
 */
export async function notifyOfChange(services: Deps, before: EventAnnouncement, { event, rules, quotas }: Now): Promise<number> {
  const { db, clock } = services;
  const now = clock();
  if (event.status !== "published" || event.cancelledAt || event.endsAt <= now) return 0;
  const after = announcementOf(event, quotas);
  const isChanged = (from: EventAnnouncement) => quotas.some(({ id }) => changesIn(id, from, after).length > 0);
  if (!isChanged(before)) return 0;
  const [last] = await db.select().from(eventChanges).where(eq(eventChanges.eventId, event.id)).for("update");
  const known = last && last.sendAt > now ? last.before : before;
  const moved = quotas.filter(({ id }) => changesIn(id, before, after).includes("time")).map(({ id }) => id);
  if (moved.length > 0) await endAbsences(services, event.id, moved);
  // Neither the former change nor a reminder may say what is wrong now.
  await withdrawMails(services, { eventId: event.id });
  const goes = isChanged(known);
  const sendAt = heldUntil(event, now);
  const change = { eventId: event.id, number: (last?.number ?? 0) + 1, changedAt: now, sendAt, before: known, done: !goes };
  const { eventId: _, ...values } = change;
  await db.insert(eventChanges).values(change).onConflictDoUpdate({ target: eventChanges.eventId, set: values });
  if (!goes) return last ? notifyMisled(services, { event, rules, quotas }, { former: last, number: change.number, before }) : 0;
  const notified = await notifyNext(services, { event, rules, quotas }, change);
  if (notified < mostAtOnce) return notified;
  return (await countNotified(db, event.id)).people;
}

/** Who could not come before the hours of their places changed may come now, and is reminded. */
async function endAbsences(services: Deps, eventId: string, quotaIds: string[]): Promise<void> {
  const absences = await absencesAmong(services.db, inArray(eventRegistrations.quotaId, quotaIds));
  const ids = absences.map(({ id }) => id);
  const { id } = eventRegistrations;
  await services.db.update(eventRegistrations).set({ awayAt: null, updatedAt: services.clock() }).where(inArray(id, ids));
  await notifyOfMovedAbsences(services, eventId, absences);
}

/**
 * Those of some groups of places whom a change concerns: all whose time changes, of a change of the place those to whom no kit is brought, and of a new link
 * alone those who may read it.
 */
function isConcerned(parts: Map<string, ChangedPart[]>): SQL | undefined {
  const { quotaId, status } = eventRegistrations;
  const quotasWith = (of: (changed: ChangedPart[]) => boolean) => [...parts].filter(([, changed]) => of(changed)).map(([quota]) => quota);
  return and(
    inArray(
      quotaId,
      quotasWith((changed) => changed.length > 0),
    ),
    or(
      inArray(
        quotaId,
        quotasWith((changed) => changed.includes("time")),
      ),
      not(isBrought),
    ),
    or(
      inArray(
        quotaId,
        quotasWith((changed) => changed.some((part) => part !== "link")),
      ),
      inArray(status, [...admittedStatuses]),
    ),
  );
}

type Change = typeof eventChanges.$inferSelect;
type Undone = { former: Change; number: number; before: EventAnnouncement };

/**
 * Of a change that is taken back before its mails leave, notifies those who know it: who has read its notice, or registered after it. Devices get
 * nothing sooner than the mails.
 */
async function notifyMisled(services: Deps, { event, rules, quotas }: Now, { former, number, before }: Undone): Promise<number> {
  const after = announcementOf(event, quotas);
  const { id, eventId, status, createdAt } = eventRegistrations;
  const key = sql`'event_changed:' || ${id} || ':' || ${former.number}::int`;
  const read = services.db
    .select({ one: sql`1` })
    .from(notices)
    .where(and(eq(notices.userId, accountId), eq(notices.dedupeKey, key), isNotNull(notices.readAt)));
  const parts = new Map(quotas.map((quota) => [quota.id, changesIn(quota.id, before, after)]));
  if ([...parts.values()].every((changed) => changed.length === 0)) return 0;
  const rows = await services.db
    .select({ id })
    .from(eventRegistrations)
    .leftJoin(users, eq(users.id, accountId))
    .where(
      and(
        eq(eventId, event.id),
        isConcerned(parts),
        inArray(status, [...comingStatuses]),
        isReachable,
        or(exists(read), gt(createdAt, former.changedAt)),
      ),
    )
    .limit(mostAtOnce);
  return notifyPeople(services, event, rules, "event_changed", idsOf(rows), {
    keyOf: (registration) => `${registration}:${number}`,
    valuesFor: (row) => changeValues(services, row, before, parts.get(row.quotaId) ?? []),
    until: event.endsAt,
  });
}

/** Notifies the next people of a change, those who were registered at its time and have no notice of it yet. Returns how many. */
async function notifyNext(services: Deps, { event, rules, quotas }: Now, change: Change): Promise<number> {
  const { db } = services;
  const after = announcementOf(event, quotas);
  const parts = new Map(quotas.map(({ id }) => [id, changesIn(id, change.before, after)]));
  const { id, eventId, status, userId, createdAt, position } = eventRegistrations;
  const known = hasNotice(db, sql`'event_changed:' || ${id} || ':' || ${change.number}::int`);
  const rows = [...parts.values()].every((changed) => changed.length === 0)
    ? []
    : await db
        .select({ id })
        .from(eventRegistrations)
        .leftJoin(users, eq(users.id, userId))
        .where(
          and(
            eq(eventId, event.id),
            isConcerned(parts),
            inArray(status, [...comingStatuses]),
            lte(createdAt, change.changedAt),
            isReachable,
            not(known),
          ),
        )
        .orderBy(asc(position))
        .limit(mostAtOnce);
  await notifyPeople(services, event, rules, "event_changed", idsOf(rows), {
    keyOf: (registration) => `${registration}:${change.number}`,
    valuesFor: (row) => changeValues(services, row, change.before, parts.get(row.quotaId) ?? []),
    notBefore: change.sendAt,
    until: event.endsAt,
  });
  if (rows.length < mostAtOnce) await db.update(eventChanges).set({ done: true }).where(eq(eventChanges.eventId, event.id));
  return rows.length;
}

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

/** In words of the reader: what has changed, and how it was. */
function changeValues(services: Deps, { locale, quotaId, isDelivery }: Row, before: EventAnnouncement, changed: ChangedPart[]) {
  const t = (key: string, values?: Record<string, unknown>) => services.translate(locale, `mails:frame.${key}`, values);
  const { startsAt, endsAt } = hoursIn(before, quotaId);
  const { place } = whereabouts(services, locale, before, { isDelivery, joins: false });
  const was = { ...momentsOf(locale, new Date(startsAt), new Date(endsAt)), place };
  const parts = changed.filter((part) => !isDelivery || part === "time");
  const list = new Intl.ListFormat(languageTags[locale], { type: "conjunction" });
  return {
    changes: list.format(parts.map((part) => t(`eventPart.${part}`))),
    before: parts.some((part) => part === "time" || part === "place") ? t("eventBefore", was) : "",
  };
}

/** Goes on with the changes of large events, a transaction at a time. */
export async function notifyOfChanges(services: Deps): Promise<void> {
  const open = await services.db.select({ id: eventChanges.eventId }).from(eventChanges).where(eq(eventChanges.done, false)).limit(100);
  const failed: unknown[] = [];
  for (const { id } of open) {
    let goesOn = true;
    const next = () =>
      services.db.transaction(async (tx) => {
        const inside = { ...services, db: tx };
        const now = await lockEvent(tx, id, "share");
        const [change] = await tx.select().from(eventChanges).where(eq(eventChanges.eventId, id)).for("update");
        if (!change || change.done) return false;
        if (now.event.cancelledAt || now.event.endsAt <= services.clock()) {
          await tx.update(eventChanges).set({ done: true }).where(eq(eventChanges.eventId, id));
          return false;
        }
        return (await notifyNext(inside, now, change)) === mostAtOnce;
      });
    while (goesOn)
      goesOn = await next().catch((error) => {
        // One event that fails does not keep the others waiting.
        failed.push(error);
        return false;
      });
  }
  if (failed.length > 0) throw new AggregateError(failed, "changes of events");
}
