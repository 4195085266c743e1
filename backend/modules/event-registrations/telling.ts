import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { queueMails } from "#backend/modules/mails/outbox";
import type { MailTopic } from "#backend/modules/mails/topics";
import { users } from "#backend/modules/users/tables";
import { franceDay, franceWallTime, writtenDay } from "#contract/formats/france-time";
import type { Locale } from "#contract/formats/locale";
import type { Localized } from "#contract/formats/localized";
import { readIn } from "#contract/formats/localized-text";
import type { EventRow, RulesRow } from "./locking.ts";
import type { Deps } from "./promoting.ts";
import { eventRegistrations } from "./tables.ts";

export type EventMail = Extract<MailTopic, `event_${string}`>;

const hour = 3_600_000;

/** A time of a day with its day: « 3 mars 2027 à 18:00 ». */
export function momentText({ translate }: Pick<Deps, "translate">, locale: Locale, instant: Date): string {
  return translate(locale, "mails:moment", { day: writtenDay(locale, franceDay(instant)), time: hourText(instant) });
}

const hourText = (instant: Date) => franceWallTime(instant).slice(11);

/** The last moment at which a person cancels by themselves. */
export const cancelUntil = (event: Pick<EventRow, "startsAt">, rules: Pick<RulesRow, "cancelUntilHours">) =>
  new Date(event.startsAt.getTime() - rules.cancelUntilHours * hour);

/** Tells those who registered with an account what became of it, each in their language, in one statement; a registration is told of a state once. */
export async function tellPeople(
  services: Deps,
  event: EventRow,
  rules: RulesRow,
  topic: EventMail,
  registrationIds: string[],
  more: { reason?: Localized } = {},
): Promise<number> {
  if (registrationIds.length === 0) return 0;
  const rows = await services.db
    .select({
      id: eventRegistrations.id,
      version: eventRegistrations.version,
      offerExpiresAt: eventRegistrations.offerExpiresAt,
      position: positionInLine,
      user: { id: users.id, email: users.email, locale: users.locale, firstName: users.firstName },
    })
    .from(eventRegistrations)
    .innerJoin(users, eq(users.id, eventRegistrations.userId))
    .where(and(inArray(eventRegistrations.id, registrationIds), isNotNull(users.email)));
  const mails = rows.map(({ id, version, offerExpiresAt, position, user }) => {
    const { locale } = user;
    const read = (text: Localized) => readIn(locale, text).text;
    const values: Record<string, string> = {
      eventId: event.id,
      eventTitle: read(event.title),
      date: writtenDay(locale, franceDay(event.startsAt)),
      startTime: hourText(event.startsAt),
      endTime: hourText(event.endsAt),
      place: `${event.placeName}, ${event.placeAddress}`,
      accessNotes: read(event.accessNotes),
      cancelUntil: momentText(services, locale, cancelUntil(event, rules)),
      offerHours: String(rules.offerHours),
      position: String(position ?? ""),
      expiresAt: offerExpiresAt ? momentText(services, locale, offerExpiresAt) : "",
      reason: more.reason ? read(more.reason) : "",
    };
    return { to: { ...user, userId: user.id }, values, dedupeKey: `${topic}:${id}:${version}`, aboutId: event.id };
  });
  return queueMails(services, topic, mails);
}

/** The place of a waiting registration in the line of its quota, from 1; null for one that does not wait. */
export const positionInLine = sql<number | null>`case when ${eventRegistrations.status} = 'waiting' then (
  select count(*) from event_registrations ahead where ahead.quota_id = ${eventRegistrations.quotaId} and ahead.status = 'waiting'
    and ahead.position <= ${eventRegistrations.position})::int end`;
