import { and, asc, eq, gt, inArray, isNull, lte, notExists, or, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { mayKnow, standingOf } from "#backend/modules/event-registrations/eligibility";
import { type LockedEvent, lastPlaceBegins, readEvent } from "#backend/modules/event-registrations/locking";
import { times } from "#backend/modules/event-registrations/open-places";
import { freeFor, knownTo } from "#backend/modules/event-registrations/own-events";
import { eventRegistrations, registrationRules } from "#backend/modules/event-registrations/tables";
import { events } from "#backend/modules/events/tables";
import { allergiesWithConsent } from "#backend/modules/verification/allergies";
import { beneficiaryFiles } from "#backend/modules/verification/tables";
import { Refusal } from "#backend/refusal";
import { admittedStatuses, liveStatuses } from "#contract/charity/event-registrations";
import type { KitForm } from "#contract/charity/kit-orders";
import { isKitKind, type KitKind, kitKinds } from "#contract/charity/kit-states";
import type { OrganisationFacts } from "#contract/charity/organisation";
import { dayOfSlot, earlierKit } from "./earlier-kits.ts";
import { detailsFor } from "./ordering.ts";
import { kitOrders } from "./tables.ts";

/** What the form of an order begins with: what the account says already, and for each slot an earlier aid that may stand in the way. */
export async function kitForm(services: Pick<Services, "db" | "clock" | "organisation">, actor: Actor, eventId: string): Promise<KitForm> {
  const { db, organisation, clock } = services;
  const known = await readEvent(db, eventId);
  const { event, rules } = known;
  const { registered } = await standingOf(services, actor, event);
  if (!isKitKind(event.type) || !mayKnow(actor, { event, rules }, registered)) throw new Refusal("not_found");
  const { diets, size } = beneficiaryFiles;
  const [file] = await db
    .select({ diets, size, allergies: allergiesWithConsent })
    .from(beneficiaryFiles)
    .where(eq(beneficiaryFiles.userId, actor.id));
  const facts = (await organisation.stored()).aids;
  return {
    kind: event.type,
    ...(await detailsFor(db, actor.id)),
    diets: file?.diets ?? [],
    size: file?.size ?? null,
    allergies: file?.allergies ?? null,
    earlier: await earlierBySlot(db, facts, { known, userId: actor.id, kind: event.type, now: clock() }),
  };
}

type Wanted = { known: LockedEvent; userId: string; kind: KitKind; now: Date };

/** What stands in the way of each slot; slots of the same day share it. */
async function earlierBySlot(
  db: Db,
  facts: OrganisationFacts["aids"] | null,
  { known: { event, quotas }, ...wanted }: Wanted,
): Promise<KitForm["earlier"]> {
  const found: KitForm["earlier"] = [];
  for (const slots of Map.groupBy(quotas, (slot) => dayOfSlot(slot, event)).values()) {
    const [slot] = slots;
    const earlier = slot && (await earlierKit(db, facts, { ...wanted, event, slot }));
    if (earlier) found.push({ ...earlier, quotaIds: slots.map(({ id }) => id) });
  }
  return found;
}

/** What comes to a student next, and the first delivery or fitting of their team that they may order at now. */
export async function nextKits(db: Db, actor: Actor, now: Date) {
  const live = inArray(eventRegistrations.status, [...liveStatuses]);
  const own = and(eq(eventRegistrations.userId, actor.id), live);
  const [next] = await db
    .select({ event: events, kit: kitOrders, status: eventRegistrations.status })
    .from(eventRegistrations)
    .innerJoin(events, eq(events.id, eventRegistrations.eventId))
    .innerJoin(kitOrders, eq(kitOrders.registrationId, eventRegistrations.id))
    .where(and(own, gt(events.endsAt, now), isNull(events.cancelledAt)))
    .orderBy(asc(events.startsAt), asc(events.id))
    .limit(1);
  const free = freeFor(actor, now);
  const ordered = db
    .select({ one: sql`1` })
    .from(eventRegistrations)
    .where(and(own, eq(eventRegistrations.eventId, events.id)));
  const [open] = await db
    .select({ event: events, free })
    .from(events)
    .innerJoin(registrationRules, eq(registrationRules.eventId, events.id))
    .where(
      and(
        inArray(events.type, [...kitKinds]),
        eq(events.status, "published"),
        isNull(events.cancelledAt),
        sql`${lastPlaceBegins} > ${now.toISOString()}::timestamptz`,
        or(isNull(registrationRules.opensAt), lte(registrationRules.opensAt, now)),
        or(isNull(registrationRules.closesAt), gt(registrationRules.closesAt, now)),
        sql`${actor.role} = any(${registrationRules.roles})`,
        or(isNull(events.sectorId), actor.sectorId ? eq(events.sectorId, actor.sectorId) : undefined),
        knownTo(db, actor),
        notExists(ordered),
        sql`${free} > 0`,
      ),
    )
    .orderBy(asc(events.startsAt), asc(events.id))
    .limit(1);
  const isAdmitted = (status: (typeof eventRegistrations.$inferSelect)["status"]) => admittedStatuses.some((one) => one === status);
  return {
    next: next
      ? { ...next.event, ...times(next.event), kind: next.kit.kind, status: next.kit.status, confirmed: isAdmitted(next.status) }
      : null,
    open: open && isKitKind(open.event.type) ? { ...open.event, ...times(open.event), kind: open.event.type, free: open.free ?? 0 } : null,
  };
}
