import { and, count, eq, inArray, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { events } from "#backend/modules/events/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { type EventDocumentKind, isOfDriver } from "#contract/charity/event-documents";
import type { QuotaDraft, RulesDraft } from "#contract/charity/event-participants";
import { comingStatuses } from "#contract/charity/event-registrations";
import { registrationPhase } from "#contract/charity/registration-phase";
import { instantInFrance } from "#contract/formats/france-time";
import type { Localized } from "#contract/formats/localized";
import { announcementOf } from "./announcements.ts";
import { followChange } from "./attendance.ts";
import { notifyOfChange } from "./changes.ts";
import { notifyDoorOfCancellation } from "./door-notices.ts";
import { notifyOfKits } from "./kit-notices.ts";
import { type EventRow, freeToCome, lastBeginning, lockEvent, type QuotaRow, quotasOf } from "./locking.ts";
import { notifyOfCancellation } from "./notifying.ts";
import { moments, times } from "./open-places.ts";
import { type Deps, promote } from "./promoting.ts";
import { questionsColumn } from "./questions.ts";
import { countComing } from "./registering.ts";
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
  const free = rules ? freeToCome({ event, rules, quotas }, now) : null;
  const lastStartsAt = lastBeginning(event, quotas).toISOString();
  const total = (of: (one: Counted) => boolean) => counted.filter(of).reduce((sum, one) => sum + one.count, 0);
  return {
    event: { ...event, ...times(event), sector: found.sector, cancelled },
    phase: registrationPhase({ ...times(event), lastStartsAt, cancelled, rules: rules && moments(rules), free }, now.toISOString()),
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
    if (event.closedAt) throw new Refusal("event_closed");
    const [before] = await tx.select().from(registrationRules).where(eq(registrationRules.eventId, eventId)).for("update");
    refuseRules(rules, before, version);
    const now = services.clock();
    const values = {
      ...rules,
      minAge: rules.minAge ?? null,
      totalCapacity: rules.totalCapacity ?? null,
      hoursCredit: rules.hoursCredit ?? null,
      updatedAt: now,
    };
    if (!(await saveRules(tx, eventId, values, before !== undefined))) throw new Refusal("stale");
    const inside = { ...services, db: tx };
    const stored = await quotasOf(tx, eventId);
    const known = announcementOf(event, stored);
    await saveQuotas(tx, event, stored, quotas);
    const saved = await lockEvent(tx, eventId);
    await followChange(tx, { event, quotas: stored, rules: before }, saved, now);
    if (rules.manual) await endReplacements(inside, event, saved.rules);
    // Before anybody is promoted, whose mail says the new hours already.
    const notified = before ? await notifyOfChange(inside, known, saved) : 0;
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
  ...(["totalCapacity", "roles", "guests", "manual", "opensAt", "closesAt", "minAge", "needsMembership"] as const),
  ...(["needsTraining", "needsDocuments"] as const),
  ...(["maxParty", "waitingList", "offerHours", "cancelUntilHours"] as const),
  ...(["reminders", "alertsVolunteers", "hoursCredit"] as const),
];

function logged(rules: Omit<RuleValues, "roles"> & { roles: string[] }, quotas: Pick<QuotaDraft, "label" | "capacity">[]) {
  return {
    ...Object.fromEntries(loggedRules.map((name) => [name, rules[name]])),
    quotas: quotas.map(({ label, capacity }) => `${label.fr} (${capacity})`),
  };
}

type Stored = Pick<typeof registrationRules.$inferSelect, "version" | "taken">;
type Draft = { opensAt: Date | null; closesAt: Date | null } & Pick<
  RulesDraft,
  "roles" | "guests" | "needsMembership" | "needsTraining" | "needsDocuments" | "minAge" | "totalCapacity"
>;

/** Refuses rules that cannot be kept together, or that are not those that were read, or fewer places than are taken. */
function refuseRules(rules: Draft, before: Stored | undefined, version: number | null | undefined): void {
  const { guests, needsMembership, needsTraining, needsDocuments, minAge, opensAt, closesAt, totalCapacity } = rules;
  if (guests && needsMembership) throw fieldRefusal("guests", "events:error.guestsMembership");
  if (guests && needsTraining) throw fieldRefusal("guests", "events:error.guestsTraining");
  if (guests && needsDocuments.length > 0) throw fieldRefusal("guests", "events:error.guestsDocuments");
  if (guests && minAge) throw fieldRefusal("guests", "events:error.guestsAge");
  refuseDocumentsOfOthers(rules);
  if (opensAt && closesAt && closesAt <= opensAt) throw fieldRefusal("closesAt", "events:error.closesFirst");
  if ((before?.version ?? null) !== (version ?? null)) throw new Refusal("stale");
  const total = totalCapacity ?? Number.POSITIVE_INFINITY;
  if (before && total < before.taken) throw belowTaken("totalCapacity", before.taken);
}

/** Drivers send those for driving, and students those of their file: who cannot send a document that is needed would never have a place. */
function refuseDocumentsOfOthers({ needsDocuments, roles }: Pick<Draft, "needsDocuments" | "roles">): void {
  const canSend = (kind: EventDocumentKind, role: (typeof roles)[number]) => isOfDriver(kind) === (role !== "BENEFICIARY");
  if (needsDocuments.every((kind) => roles.every((role) => canSend(kind, role)))) return;
  throw fieldRefusal("needsDocuments", "events:error.documentsRole");
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

async function saveQuotas(tx: Db, event: EventRow, stored: QuotaRow[], drafts: QuotaDraft[]) {
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
    refuseOutside(event, { from, to }, position);
    refuseForNobody(event, draft, position);
    const before = stored.find((quota) => quota.id === id);
    if (id && !before) throw new Refusal("stale");
    if (before && draft.capacity < before.taken) throw belowTaken(`quotas[${position}].capacity`, before.taken);
    const values = { ...draft, eventId: event.id, position, startsAt: from, endsAt: to };
    if (before) await tx.update(eventQuotas).set(values).where(eq(eventQuotas.id, before.id));
    else await tx.insert(eventQuotas).values(values);
  }
}

/** Nobody is let in at a slot after its event, and nobody finds one before it. */
function refuseOutside({ startsAt, endsAt }: EventRow, { from, to }: { from: Date | null; to: Date | null }, position: number): void {
  if (from && from < startsAt) throw fieldRefusal(`quotas[${position}].startsAt`, "events:error.slotOutside");
  if (to && to > endsAt) throw fieldRefusal(`quotas[${position}].endsAt`, "events:error.slotOutside");
}

/** Refuses places for managers of an event that no sector holds. */
function refuseForNobody({ sectorId }: EventRow, { leadOnly }: Pick<QuotaDraft, "leadOnly">, position: number): void {
  if (leadOnly && !sectorId) throw fieldRefusal(`quotas[${position}].leadOnly`, "events:error.leadWithoutSector");
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
  if (cancelled) await notifyDoorOfCancellation(inside, cancelled);
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
