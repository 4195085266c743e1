import { and, eq, gt, inArray, isNotNull, isNull, notExists, notInArray, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { events } from "#backend/modules/events/tables";
import { kitOrders } from "#backend/modules/kit-orders/tables";
import { queueMails } from "#backend/modules/mails/outbox";
import { queueReminders } from "#backend/modules/mails/reminders";
import { outgoingMails } from "#backend/modules/mails/tables";
import { accountLinkTopics, guestTopics, type MailTopic } from "#backend/modules/mails/topics";
import { users } from "#backend/modules/users/tables";
import { comingStatuses } from "#contract/charity/event-registrations";
import { franceDay, hourText, writtenDay } from "#contract/formats/france-time";
import type { Locale } from "#contract/formats/locale";
import type { Localized } from "#contract/formats/localized";
import { readIn } from "#contract/formats/localized-text";
import { newRegistrationLinks } from "./guest-links.ts";
import type { EventRow, RulesRow } from "./locking.ts";
import type { Deps } from "./promoting.ts";
import { hasPlace } from "./status.ts";
import { eventQuotas, eventRegistrations, registrationRules } from "./tables.ts";

export type EventMail = Extract<MailTopic, `event_${string}`>;

const hour = 3_600_000;

/** A time of a day with its day: « 3 mars 2027 à 18 h ». */
export function momentText({ translate }: Pick<Deps, "translate">, locale: Locale, instant: Date): string {
  return translate(locale, "mails:moment", { day: writtenDay(locale, franceDay(instant)), time: hourText(locale, instant) });
}

/** The day and the hours of an event, or of a part of it, as a mail writes them. */
export const momentsOf = (locale: Locale, startsAt: Date, endsAt: Date) => ({
  date: writtenDay(locale, franceDay(startsAt)),
  startTime: hourText(locale, startsAt),
  endTime: hourText(locale, endsAt),
});

/** The last moment at which a person gives back by themselves a place that begins at a time. */
export const cancelUntil = (startsAt: Date, rules: Pick<RulesRow, "cancelUntilHours">) =>
  new Date(startsAt.getTime() - rules.cancelUntilHours * hour);

/** What the way to cancel depends on: who it is said to, and whether a kit is brought to them. */
type Reader = { isGuest: boolean; isDelivery: boolean };

/** Until when somebody cancels by themselves; past that, whom they ask instead. */
function howToCancel(services: Pick<Deps, "translate" | "clock">, locale: Locale, until: Date, { isGuest, isDelivery }: Reader): string {
  const texts = isDelivery ? "mails:kit." : "mails:";
  if (until <= services.clock()) return services.translate(locale, isGuest ? "mails:cancelByUs" : `${texts}cancelByTeam`);
  return services.translate(locale, `${texts}cancelBefore`, { moment: momentText(services, locale, until) });
}

type Place = Pick<EventRow, "placeName" | "placeAddress"> & { onlineUrl?: string | null };

/** Where an event is, for whoever may know of it: at its place, online, or both. */
export function placeText({ translate }: Pick<Deps, "translate">, locale: Locale, { placeName, placeAddress, onlineUrl }: Place): string {
  const place = [placeName, placeAddress].filter(Boolean).join(", ");
  if (!onlineUrl) return place;
  return place ? translate(locale, "events:online.also", { place }) : translate(locale, "events:online.only");
}

type Whereabouts = {
  /** Whether a kit is brought to the reader. */
  isDelivery?: boolean;
  /** Whether the reader has a place, and so reads where one joins online. */
  joins: boolean;
};

/** Where somebody is at an event, and how they get there: with a kit that is brought to them, at the address of their order, which no mail says. */
export function whereabouts(
  services: Pick<Deps, "translate">,
  locale: Locale,
  event: Place & Pick<EventRow, "accessNotes">,
  { isDelivery, joins }: Whereabouts,
) {
  const { translate } = services;
  if (isDelivery) return { place: translate(locale, "mails:kit.place"), accessNotes: translate(locale, "mails:kit.access") };
  const access = readIn(locale, event.accessNotes).text;
  const link = joins && event.onlineUrl ? translate(locale, "events:online.join", { url: event.onlineUrl }) : "";
  return { place: placeText(services, locale, event), accessNotes: [access, link].filter(Boolean).join("\n") };
}

/** Where a guest finds other dates. */
const publicDates = "/#dates";

/** A registration, with the language of its person, and whether a kit is brought to them. */
export type Row = { id: string; quotaId: string; locale: Locale; isDelivery: boolean };

type More = {
  reason?: Localized;
  /** What makes a mail one, instead of the state of the registration. */
  keyOf?: (registrationId: string) => string;
  /** Values that are not the same for everybody. */
  valuesFor?: (row: Row) => Record<string, string>;
  notBefore?: Date;
  /** When the mail has nothing to say any more. */
  until?: Date;
};

/**
 * Notifies those who registered with an account or with an address of what became of it, each in their language, in one statement: once of each state of
 * a registration. The hours are those of their places, where these have some of their own. The mail of a guest has a link of its own to their
 * registration, where its topic has one; that of an account has one with an offer, which ends with it.
 */
export async function notifyPeople(
  services: Deps,
  event: EventRow,
  rules: RulesRow,
  topic: EventMail,
  registrationIds: string[],
  { reason, keyOf, valuesFor, ...when }: More = {},
): Promise<number> {
  if (registrationIds.length === 0) return 0;
  const rows = await services.db
    .select({
      id: eventRegistrations.id,
      version: eventRegistrations.version,
      status: eventRegistrations.status,
      quotaId: eventRegistrations.quotaId,
      startsAt: eventQuotas.startsAt,
      endsAt: eventQuotas.endsAt,
      offerExpiresAt: eventRegistrations.offerExpiresAt,
      position: positionInLine,
      kit: kitOrders.kind,
      user: { id: users.id, email: users.email, locale: users.locale, firstName: users.firstName },
      guest: { email: eventRegistrations.guestEmail, locale: eventRegistrations.guestLocale },
    })
    .from(eventRegistrations)
    .innerJoin(eventQuotas, eq(eventQuotas.id, eventRegistrations.quotaId))
    .leftJoin(users, eq(users.id, eventRegistrations.userId))
    .leftJoin(kitOrders, eq(kitOrders.registrationId, eventRegistrations.id))
    .where(
      and(
        inArray(eventRegistrations.id, registrationIds),
        isReachable,
        or(isNull(users.id), notInArray(users.accountState, ["left", "suspended"])),
      ),
    );
  const linked = guestTopics.includes(topic) ? rows.filter(({ user }) => !user || accountLinkTopics.includes(topic)) : [];
  const links = await newRegistrationLinks(
    services,
    linked.map(({ id, user, offerExpiresAt }) => ({ id, endsAt: user ? offerExpiresAt : null })),
  );
  const mails = rows.map(({ id, version, status, quotaId, startsAt, endsAt, offerExpiresAt, position, kit, user, guest }) => {
    const isDelivery = kit === "delivery";
    const to = user ? { ...user, userId: user.id } : { email: guest.email ?? "", locale: guest.locale ?? "fr" };
    const { locale } = to;
    const read = (text: Localized) => readIn(locale, text).text;
    const values: Record<string, string> = {
      eventId: event.id,
      eventTitle: read(event.title),
      ...momentsOf(locale, startsAt ?? event.startsAt, endsAt ?? event.endsAt),
      ...whereabouts(services, locale, event, { isDelivery, joins: hasPlace({ status }) }),
      howToCancel: howToCancel(services, locale, cancelUntil(startsAt ?? event.startsAt, rules), { isGuest: !user, isDelivery }),
      offerHours: String(rules.offerHours),
      position: String(position ?? ""),
      expiresAt: offerExpiresAt ? momentText(services, locale, offerExpiresAt) : "",
      reason: reason ? read(reason) : "",
      ...valuesFor?.({ id, quotaId, locale, isDelivery }),
      ...(!user && { page: publicDates }),
    };
    const dedupeKey = `${topic}:${keyOf?.(id) ?? `${id}:${version}`}`;
    return { to, values, dedupeKey, aboutId: event.id, link: links.get(id), ...when };
  });
  return topic === "event_reminder" ? queueReminders(services, topic, mails) : queueMails(services, topic, mails);
}

/** A registration about which somebody can be written to. */
const isReachable = or(isNotNull(eventRegistrations.userId), isNotNull(eventRegistrations.guestEmail));

/**
 * The place of a waiting registration in the line of its quota, from 1; null for one that does not wait. The columns have the name of their table, which
 * drizzle leaves out of a selection from one table: they would be those of `ahead`.
 */
export const positionInLine = sql<number | null>`case when event_registrations.status = 'waiting' then (
  select count(*) from event_registrations ahead where ahead.quota_id = event_registrations.quota_id and ahead.status = 'waiting'
    and ahead.position <= event_registrations.position)::int end`;

/** The most people who are notified of a cancellation in one transaction; the job notifies the others. */
const mostAtOnce = 500;

/** Notifies people of why a cancelled event does not take place, those who have no mail about it yet. Returns how many. */
export async function notifyOfCancellation(services: Deps, event: EventRow, rules: RulesRow): Promise<number> {
  const ids = await endedWith(services, event, event.cancelledAt ?? services.clock(), "event_cancelled");
  return notifyPeople(services, event, rules, "event_cancelled", ids, { reason: event.cancelReason ?? undefined });
}

/** Notifies those whose registration ended with a cancellation that it was undone, unless they have a place or ask for one again, or have a mail about it. */
export async function notifyOfReinstatement(services: Deps, event: EventRow, rules: RulesRow): Promise<number> {
  if (!event.reinstatedFrom) return 0;
  const ids = await endedWith(services, event, event.reinstatedFrom, "event_reinstated");
  return notifyPeople(services, event, rules, "event_reinstated", ids, { until: event.startsAt });
}

/** Some of the registrations that ended when their event was cancelled, without a mail about that on a topic. */
async function endedWith({ db }: Deps, event: EventRow, cancelledAt: Date, topic: EventMail): Promise<string[]> {
  const { id, version, userId, eventId, status, statusAt } = eventRegistrations;
  const written = db
    .select({ one: sql`1` })
    .from(outgoingMails)
    .where(eq(outgoingMails.dedupeKey, sql`${`${topic}:`} || ${id} || ':' || ${version}`));
  const again = alias(eventRegistrations, "again");
  const comesAgain = db
    .select({ one: sql`1` })
    .from(again)
    .where(and(eq(again.eventId, event.id), eq(again.userId, userId), inArray(again.status, [...comingStatuses])));
  const rows = await db
    .select({ id })
    .from(eventRegistrations)
    .where(
      and(
        eq(eventId, event.id),
        eq(status, "cancelled_by_staff"),
        isReachable,
        eq(statusAt, cancelledAt),
        notExists(written),
        notExists(comesAgain),
      ),
    )
    .limit(mostAtOnce);
  return rows.map((row) => row.id);
}

const aDay = 24 * hour;

/** Notifies those whom the last cancellations, and their undoing, have left for later, a transaction at a time. */
export async function notifyOfCancellations(services: Deps): Promise<void> {
  const yesterday = new Date(services.clock().getTime() - aDay);
  const recent = await services.db
    .select({ event: events, rules: registrationRules })
    .from(events)
    .innerJoin(registrationRules, eq(registrationRules.eventId, events.id))
    .where(or(gt(events.cancelledAt, yesterday), and(gt(events.reinstatedAt, yesterday), isNull(events.cancelledAt))));
  for (const { event, rules } of recent) {
    const notify = event.cancelledAt ? notifyOfCancellation : notifyOfReinstatement;
    let notified = mostAtOnce;
    while (notified === mostAtOnce) notified = await services.db.transaction((tx) => notify({ ...services, db: tx }, event, rules));
  }
}
