import { and, eq, exists, gt, lte, or, sql } from "drizzle-orm";
import { onLine } from "#backend/content/routes";
import type { Db } from "#backend/db/client";
import { beginsAt, freeToCome, lastBeginning, type QuotaRow, quotasOf, type RulesRow } from "#backend/modules/event-registrations/locking";
import { moments, times } from "#backend/modules/event-registrations/open-places";
import { currentQuestions } from "#backend/modules/event-registrations/questions";
import { eventQuotas, registrationRules } from "#backend/modules/event-registrations/tables";
import { comingEvents, isPublic } from "#backend/modules/events/coming";
import { events } from "#backend/modules/events/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { Refusal } from "#backend/refusal";
import type { EventQuestion } from "#contract/charity/event-questions";
import { type EventPage, type PlacesWord, type PublicRegistration, placesWord, placesWords } from "#contract/charity/public-events";
import { registrationPhase } from "#contract/charity/registration-phase";

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
  const toCome = quotas.filter((quota) => beginsAt(quota, event) > now);
  const free = rules ? freeToCome({ event, rules, quotas: unlessForManagers(quotas) }, now) : null;
  const lastStartsAt = lastBeginning(event, quotas).toISOString();
  const phase = registrationPhase({ ...times(event), lastStartsAt, cancelled, rules: rules && moments(rules), free }, now.toISOString());
  const coming = await comingEvents(db, now, { sectorId: (team && event.sectorId) ?? undefined, limit: otherDates + 1 });
  return {
    ...event,
    ...times(event),
    team,
    // Where nobody registers, the page says that the event has begun.
    phase: phase === "none" && event.startsAt <= now ? "running" : phase,
    registration:
      rules && registrationOf(rules, toCome.length > 0 ? toCome : quotas, rules.guests ? await currentQuestions(db, eventId) : []),
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
  return { ...rules, ...moments(rules), places: most(unlessForManagers(shown).map(({ places }) => places)), questions, quotas: shown };
}

/** Whether somebody without account may take a place in a quota: they have no role, no driver's documents and no sector. */
export const isForGuests = (
  { guests }: Pick<RulesRow, "guests">,
  { roles, needsDriver, leadOnly }: Pick<QuotaRow, "roles" | "needsDriver" | "leadOnly">,
) => guests && roles.length === 0 && !needsDriver && !leadOnly;

/** Groups of places without those for managers of the team, which are nobody else's; an event may have these alone. */
function unlessForManagers<Quota extends Pick<QuotaRow, "leadOnly">>(quotas: Quota[]): Quota[] {
  const others = quotas.filter(({ leadOnly }) => !leadOnly);
  return others.length > 0 ? others : quotas;
}

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
  const slots = db
    .select({ id: eventQuotas.id })
    .from(eventQuotas)
    .where(and(eq(eventQuotas.eventId, events.id), gt(eventQuotas.startsAt, from), lte(eventQuotas.startsAt, now)));
  const [found] = await db
    .select({ id: events.id })
    .from(events)
    .leftJoin(registrationRules, eq(registrationRules.eventId, events.id))
    .where(and(isPublic, onLine(events), gt(events.endsAt, from), or(...passed, exists(slots))))
    .limit(1);
  if (found) await db.execute(sql`select pg_notify('maillon_changes', 'event_places')`);
}
