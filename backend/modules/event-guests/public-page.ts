import { and, eq, gt, lte, or, sql } from "drizzle-orm";
import { onLine } from "#backend/content/routes";
import type { Db } from "#backend/db/client";
import { freeIn, type QuotaRow, quotasOf, type RulesRow } from "#backend/modules/event-registrations/locking";
import { currentQuestions } from "#backend/modules/event-registrations/questions";
import { moments, times } from "#backend/modules/event-registrations/registering";
import { registrationRules } from "#backend/modules/event-registrations/tables";
import { comingEvents, isPublic } from "#backend/modules/events/coming";
import { events } from "#backend/modules/events/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { Refusal } from "#backend/refusal";
import type { EventQuestion } from "#contract/charity/event-questions";
import { registrationPhase } from "#contract/charity/event-registrations";
import { type EventPage, type PlacesWord, type PublicRegistration, placesWord, placesWords } from "#contract/charity/public-events";

/** How many other dates the page of an event shows. */
const otherDates = 3;

/** The page of a published event for everybody; any other is not found, whoever asks. */
export async function publicEvent(db: Db, eventId: string, now: Date): Promise<EventPage> {
  const [found] = await db
    .select({ event: events, rules: registrationRules, team: { slug: sectors.slug, name: sectors.name } })
    .from(events)
    .leftJoin(registrationRules, eq(registrationRules.eventId, events.id))
    .leftJoin(sectors, and(eq(sectors.id, events.sectorId), eq(sectors.kind, "local_team"), onLine(sectors)))
    .where(and(isPublic, onLine(events), eq(events.id, eventId)));
  if (!found) throw new Refusal("not_found");
  const { event, rules, team } = found;
  const cancelled = event.cancelledAt !== null;
  const quotas = rules ? await quotasOf(db, eventId) : [];
  const free = rules ? quotas.reduce((sum, quota) => sum + freeIn(quota, rules), 0) : null;
  const phase = registrationPhase({ ...times(event), cancelled, rules: rules && moments(rules), free }, now.toISOString());
  const coming = await comingEvents(db, now, { sectorId: (team && event.sectorId) ?? undefined, limit: otherDates + 1 });
  return {
    ...event,
    ...times(event),
    team,
    // Where nobody registers, the page says that the event has begun.
    phase: phase === "none" && event.startsAt <= now ? "running" : phase,
    registration: rules && registrationOf(rules, quotas, rules.guests ? await currentQuestions(db, eventId) : []),
    others: coming.filter(({ id }) => id !== eventId).slice(0, otherDates),
  };
}

function registrationOf(rules: RulesRow, quotas: QuotaRow[], questions: EventQuestion[]): PublicRegistration {
  const all = placesWord(rules.totalCapacity, rules.taken);
  const shown = quotas.map((quota) => ({
    ...quota,
    startsAt: quota.startsAt?.toISOString() ?? null,
    endsAt: quota.endsAt?.toISOString() ?? null,
    places: fewer(all, placesWord(quota.capacity, quota.taken)),
    guests: isForGuests(rules, quota),
  }));
  return { ...rules, ...moments(rules), places: most(shown.map(({ places }) => places)), questions, quotas: shown };
}

/** Whether somebody without account may take a place in a quota: they have no role and no driver's documents. */
export const isForGuests = ({ guests }: Pick<RulesRow, "guests">, { roles, needsDriver }: Pick<QuotaRow, "roles" | "needsDriver">) =>
  guests && roles.length === 0 && !needsDriver;

const rank = (word: PlacesWord) => placesWords.indexOf(word);
const fewer = (one: PlacesWord, other: PlacesWord) => (rank(one) > rank(other) ? one : other);
const most = (words: PlacesWord[]): PlacesWord => placesWords.find((word) => words.includes(word)) ?? "full";

/** The page of an event also changes by the clock: caches learn of it from the job, which runs each minute and may be late by one. */
const phaseWindow = 2 * 60_000;

/** Publishes to caches of public pages that registration for an event has opened or closed, or that one has begun or ended, since the last runs. */
export async function publishPhases(db: Db, now: Date): Promise<void> {
  const from = new Date(now.getTime() - phaseWindow);
  const { opensAt, closesAt } = registrationRules;
  const passed = [events.startsAt, events.endsAt, opensAt, closesAt].map((moment) => and(gt(moment, from), lte(moment, now)));
  const [found] = await db
    .select({ id: events.id })
    .from(events)
    .leftJoin(registrationRules, eq(registrationRules.eventId, events.id))
    .where(and(isPublic, onLine(events), or(...passed)))
    .limit(1);
  if (found) await db.execute(sql`select pg_notify('maillon_changes', 'event_places')`);
}
