import { and, asc, eq, inArray, or, sql } from "drizzle-orm";
import type { Services } from "#backend/http/services";
import { momentsOf, placeText } from "#backend/modules/event-registrations/notifying";
import { eventQuotas, eventRegistrations } from "#backend/modules/event-registrations/tables";
import { events } from "#backend/modules/events/tables";
import type { CampaignVariable } from "#contract/accounts/campaign-variables";
import type { Locale } from "#contract/formats/locale";
import { readIn } from "#contract/formats/localized-text";
import type { StoredCampaign } from "./records.ts";

export type VariableValues = Record<CampaignVariable, string>;
type Deps = Pick<Services, "db" | "translate">;
/** `id`: of an account, or of the registration of a guest. */
type Reader = { id: string; locale: Locale; firstName?: string };

/** What the variables of a message about an event say to each of some people: the hours and the group are those of their places. Nothing for other campaigns. */
export async function variablesFor(
  services: Deps,
  { eventId, eventStatuses }: Pick<StoredCampaign, "eventId" | "eventStatuses">,
  people: Reader[],
): Promise<(person: Reader) => VariableValues | undefined> {
  const { db } = services;
  const ids = people.map(({ id }) => id);
  if (!eventId || ids.length === 0) return () => undefined;
  const [event] = await db.select().from(events).where(eq(events.id, eventId));
  if (!event) return () => undefined;
  const { label, startsAt, endsAt, position } = eventQuotas;
  const own = await db
    .select({ id: eventRegistrations.id, userId: eventRegistrations.userId, label, startsAt, endsAt })
    .from(eventRegistrations)
    .innerJoin(eventQuotas, eq(eventQuotas.id, eventRegistrations.quotaId))
    .where(
      and(
        eq(eventRegistrations.eventId, eventId),
        or(inArray(eventRegistrations.userId, ids), inArray(eventRegistrations.id, ids)),
        inArray(eventRegistrations.status, eventStatuses),
      ),
    );
  // Who sends a test is not registered: they read what the first group does.
  const [first] =
    own.length < ids.length
      ? await db.select({ label, startsAt, endsAt }).from(eventQuotas).where(eq(eventQuotas.eventId, eventId)).orderBy(position).limit(1)
      : [];
  return (person) => valuesFor(services, event, own.find(({ id, userId }) => (userId ?? id) === person.id) ?? first, person);
}

type Place = Pick<typeof eventQuotas.$inferSelect, "label" | "startsAt" | "endsAt">;

/** Messages also go to people who wait: none of the variables says where one joins online. */
function valuesFor(
  services: Deps,
  event: typeof events.$inferSelect,
  place: Place | null | undefined,
  { locale, firstName = "" }: Reader,
): VariableValues {
  const { date, startTime, endTime } = momentsOf(locale, place?.startsAt ?? event.startsAt, place?.endsAt ?? event.endsAt);
  return {
    ...{ firstName, date, hours: `${startTime}–${endTime}`, place: placeText(services, locale, event) },
    ...{ event: readIn(locale, event.title).text, group: place ? readIn(locale, place.label).text : "" },
  };
}

/** The event of a campaign as its pages show it, in one statement: its groups of places, how many are in each state, and what variables say to the reader. */
export async function eventOf(services: Deps, { eventId }: Pick<StoredCampaign, "eventId">, reader: Omit<Reader, "locale">) {
  if (!eventId) return null;
  const { db } = services;
  const ofReader = db
    .select({ id: eventRegistrations.id })
    .from(eventRegistrations)
    .where(and(eq(eventRegistrations.quotaId, eventQuotas.id), eq(eventRegistrations.userId, reader.id)));
  const perStatus = sql<Record<string, number>>`(select coalesce(json_object_agg(status, people), '{}') from (
    select status, count(*)::int as people from event_registrations where event_id = ${events.id} group by status) counted)`;
  const rows = await db
    .select({ event: events, quota: eventQuotas, isOwn: sql<boolean>`exists ${ofReader}`, counts: perStatus })
    .from(events)
    .leftJoin(eventQuotas, eq(eventQuotas.eventId, events.id))
    .where(eq(events.id, eventId))
    .orderBy(asc(eventQuotas.position), asc(eventQuotas.id));
  const [found] = rows;
  if (!found) return null;
  const { event, counts } = found;
  const place = (rows.find(({ isOwn }) => isOwn) ?? found).quota;
  const sample = (locale: Locale) => valuesFor(services, event, place, { ...reader, locale });
  const quotas = rows.flatMap(({ quota }) => (quota ? { id: quota.id, label: quota.label } : []));
  return { id: event.id, title: event.title, quotas, counts, sample: { fr: sample("fr"), en: sample("en") } };
}
