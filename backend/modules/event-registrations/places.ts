import { and, count, eq, inArray, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { events } from "#backend/modules/events/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import type { QuotaDraft, RulesDraft } from "#contract/charity/event-participants";
import { comingStatuses, registrationPhase } from "#contract/charity/event-registrations";
import { instantInFrance } from "#contract/formats/france-time";
import type { Localized } from "#contract/formats/localized";
import { announcementOf } from "./announcements.ts";
import { notifyOfChange } from "./changes.ts";
import { notifyOfKits } from "./kit-notices.ts";
import { freeIn, lockEvent, type QuotaRow, quotasOf } from "./locking.ts";
import { notifyOfCancellation } from "./notifying.ts";
import { type Deps, promote } from "./promoting.ts";
import { questionsColumn } from "./questions.ts";
import { countComing, moments, times } from "./registering.ts";
import { movedTo } from "./status.ts";
import { eventQuotas, eventRegistrations, registrationRules } from "./tables.ts";
import { endReplacements, withdrawMails } from "./withdrawing.ts";

/** An event's places as staff see them. */
export async function placesOf(db: Db, eventId: string, now: Date) {
  const [found] = await db
    .select({ event: events, rules: registrationRules, sector: sectors.name, questions: questionsColumn })
    .from(events)
    .leftJoin(registrationRules, eq(registrationRules.eventId, events.id))
    .leftJoin(sectors, eq(sectors.id, events.sectorId))
    .where(eq(events.id, eventId));
  if (!found) throw new Refusal("not_found");
  const { event, rules } = found;
  const quotas = rules ? await quotasOf(db, eventId) : [];
  const counted = rules ? await countsOf(db, eventId) : [];
  const cancelled = event.cancelledAt !== null;
  const free = rules ? quotas.reduce((sum, quota) => sum + freeIn(quota, rules), 0) : null;
  const total = (of: (one: Counted) => boolean) => counted.filter(of).reduce((sum, one) => sum + one.count, 0);
  return {
    event: { ...event, ...times(event), sector: found.sector, cancelled },
    phase: registrationPhase({ ...times(event), cancelled, rules: rules && moments(rules), free }, now.toISOString()),
    rules: rules && { ...rules, ...moments(rules) },
    quotas: quotas.map((quota) => ({
      ...quota,
      startsAt: quota.startsAt?.toISOString() ?? null,
      endsAt: quota.endsAt?.toISOString() ?? null,
      waiting: total(({ quotaId, status }) => quotaId === quota.id && status === "waiting"),
    })),
    questions: rules ? found.questions : [],
    counts: Object.fromEntries(
      [...new Set(counted.map(({ status }) => status))].map((status) => [status, total((one) => one.status === status)]),
    ),
  };
}

type Counted = { quotaId: string; status: string; count: number };

function countsOf(db: Db, eventId: string): Promise<Counted[]> {
  const { quotaId, status } = eventRegistrations;
  return db
    .select({ quotaId, status, count: count() })
    .from(eventRegistrations)
    .where(eq(eventRegistrations.eventId, eventId))
    .groupBy(quotaId, status);
}

const instant = (wallTime: string | null | undefined) => (wallTime ? instantInFrance(wallTime) : null);

/** Saves rules and quotas of an event. Capacity below the places taken is refused with their number; what becomes free is given to the waiting list. */
export function setPlaces(services: Deps, actor: Actor, eventId: string, draft: RulesDraft) {
  const { quotas, version, ...given } = draft;
  const rules = { ...given, opensAt: instant(given.opensAt), closesAt: instant(given.closesAt) };
  return services.db.transaction(async (tx) => {
    const [event] = await tx.select().from(events).where(eq(events.id, eventId)).for("share");
    if (!event) throw new Refusal("not_found");
    if (event.cancelledAt) throw new Refusal("wrong_state");
    const [before] = await tx.select().from(registrationRules).where(eq(registrationRules.eventId, eventId)).for("update");
    refuseRules(rules, before, version);
    const now = services.clock();
    const values = { ...rules, minAge: rules.minAge ?? null, totalCapacity: rules.totalCapacity ?? null, updatedAt: now };
    if (!(await saveRules(tx, eventId, values, before !== undefined))) throw new Refusal("stale");
    const inside = { ...services, db: tx };
    const stored = await quotasOf(tx, eventId);
    const known = announcementOf(event, stored);
    await saveQuotas(tx, eventId, stored, quotas);
    if (rules.manual) await endReplacements(inside, eventId);
    // Before anybody is promoted, whose mail says the new hours already.
    const notified = before ? await notifyOfChange(inside, known, await lockEvent(tx, eventId)) : 0;
    const promoted = (await promote(inside, await lockEvent(tx, eventId))).length;
    await recordChange(tx, actor, {
      action: "event_registration.places",
      entityType: "event_registration",
      entityId: eventId,
      before: before && logged(before, stored),
      after: logged(values, quotas),
    });
    return { promoted, notified };
  });
}

/** What the log holds of the rules. */
const loggedRules = [
  ...(["totalCapacity", "roles", "guests", "manual", "opensAt", "closesAt", "minAge", "needsMembership", "maxParty"] as const),
  ...(["waitingList", "offerHours", "cancelUntilHours", "reminders"] as const),
];

function logged(rules: Omit<RuleValues, "roles"> & { roles: string[] }, quotas: Pick<QuotaDraft, "label" | "capacity">[]) {
  return {
    ...Object.fromEntries(loggedRules.map((name) => [name, rules[name]])),
    quotas: quotas.map(({ label, capacity }) => `${label.fr} (${capacity})`),
  };
}

type Stored = Pick<typeof registrationRules.$inferSelect, "version" | "taken">;
type Draft = { opensAt: Date | null; closesAt: Date | null } & Pick<RulesDraft, "guests" | "needsMembership" | "minAge" | "totalCapacity">;

/** Refuses rules that cannot be kept together, or that are not those that were read, or fewer places than are taken. */
function refuseRules(rules: Draft, before: Stored | undefined, version: number | null | undefined): void {
  const { guests, needsMembership, minAge, opensAt, closesAt, totalCapacity } = rules;
  if (guests && needsMembership) throw fieldRefusal("guests", "events:error.guestsMembership");
  if (guests && minAge) throw fieldRefusal("guests", "events:error.guestsAge");
  if (opensAt && closesAt && closesAt <= opensAt) throw fieldRefusal("closesAt", "events:error.closesFirst");
  if ((before?.version ?? null) !== (version ?? null)) throw new Refusal("stale");
  const total = totalCapacity ?? Number.POSITIVE_INFINITY;
  if (before && total < before.taken) throw belowTaken("totalCapacity", before.taken);
}

type RuleValues = Omit<typeof registrationRules.$inferInsert, "eventId" | "version">;

/** Changes the rules of an event, or adds its first ones; false when somebody else has added some meanwhile. */
async function saveRules(tx: Db, eventId: string, values: RuleValues, exist: boolean): Promise<boolean> {
  const version = sql`${registrationRules.version} + 1`;
  const ofEvent = eq(registrationRules.eventId, eventId);
  const saved = exist
    ? await tx
        .update(registrationRules)
        .set({ ...values, version })
        .where(ofEvent)
        .returning()
    : await tx
        .insert(registrationRules)
        .values({ eventId, ...values })
        .onConflictDoNothing()
        .returning();
  return saved.length > 0;
}

async function saveQuotas(tx: Db, eventId: string, stored: QuotaRow[], drafts: QuotaDraft[]) {
  const retained = new Set(drafts.map(({ id }) => id));
  const gone = stored.filter(({ id }) => !retained.has(id)).map(({ id }) => id);
  if (gone.length > 0) {
    const [used] = await tx.select({ count: count() }).from(eventRegistrations).where(inArray(eventRegistrations.quotaId, gone));
    if (used && used.count > 0) throw new Refusal("people_registered", { count: used.count });
    await tx.delete(eventQuotas).where(inArray(eventQuotas.id, gone));
  }
  for (const [position, { id, startsAt, endsAt, ...draft }] of drafts.entries()) {
    const [from, to] = [instant(startsAt), instant(endsAt)];
    if (!from !== !to || (from && to && to <= from)) throw fieldRefusal(`quotas[${position}].endsAt`, "events:error.slot");
    const before = stored.find((quota) => quota.id === id);
    if (id && !before) throw new Refusal("stale");
    if (before && draft.capacity < before.taken) throw belowTaken(`quotas[${position}].capacity`, before.taken);
    const values = { ...draft, eventId, position, startsAt: from, endsAt: to };
    if (before) await tx.update(eventQuotas).set(values).where(eq(eventQuotas.id, before.id));
    else await tx.insert(eventQuotas).values(values);
  }
}

/** The number says how many people would be left without a place. */
const belowTaken = (field: string, taken: number) => fieldRefusal(field, `events:error.belowTaken?count=${taken}`);

/** Cancels an event: everybody who is registered is notified, once, and nobody's place is left. It stays published, as cancelled. */
export function cancelEvent(services: Deps, actor: Actor, eventId: string, cancellation: Cancelled) {
  return services.db.transaction((tx) => cancelInside({ ...services, db: tx }, actor, eventId, cancellation));
}

/** `people` is how many the page named: refused when more would be notified meanwhile. */
type Cancelled = { reason: Localized; people: number };

/** The same in the transaction of the caller. */
export async function cancelInside(inside: Deps, actor: Actor, eventId: string, { reason, people }: Cancelled) {
  const { db: tx } = inside;
  const now = inside.clock();
  const [event] = await tx.select().from(events).where(eq(events.id, eventId)).for("update");
  if (!event) throw new Refusal("not_found");
  if (event.status !== "published" || event.cancelledAt || event.endsAt <= now) throw new Refusal("wrong_state");
  const [rules] = await tx.select().from(registrationRules).where(eq(registrationRules.eventId, eventId)).for("update");
  const count = await countComing(tx, eventId);
  if (count > people) throw new Refusal("stale", { count });
  const ended = await tx
    .update(eventRegistrations)
    .set(movedTo("cancelled_by_staff", now))
    .where(and(eq(eventRegistrations.eventId, eventId), inArray(eventRegistrations.status, [...comingStatuses])))
    .returning({ id: eventRegistrations.id });
  const [cancelled] = await tx
    .update(events)
    .set({ cancelledAt: now, cancelReason: reason, updatedAt: now, updatedBy: actor.id, version: sql`${events.version} + 1` })
    .where(eq(events.id, eventId))
    .returning();
  await withdrawMails(inside, { eventId });
  await notifyOfKits(
    tx,
    ended.map(({ id }) => id),
    null,
    now,
  );
  if (rules && cancelled) await notifyOfCancellation(inside, cancelled, rules);
  await recordChange(tx, actor, {
    action: "event.cancel",
    entityType: "event",
    entityId: eventId,
    before: { cancelled: false },
    after: { cancelled: true },
    reason: reason.fr,
  });
  return { notified: count };
}
