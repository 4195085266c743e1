import { and, asc, eq, gt, inArray, isNull, lte, notExists, or, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { earlierAid } from "#backend/modules/aids/interval";
import { mayKnow, standingOf } from "#backend/modules/event-registrations/eligibility";
import { readEvent } from "#backend/modules/event-registrations/locking";
import { freeFor, knownTo } from "#backend/modules/event-registrations/own-events";
import { times } from "#backend/modules/event-registrations/registering";
import { eventRegistrations, registrationRules } from "#backend/modules/event-registrations/tables";
import { events } from "#backend/modules/events/tables";
import { allergiesWithConsent } from "#backend/modules/verification/allergies";
import { beneficiaryFiles } from "#backend/modules/verification/tables";
import { Refusal } from "#backend/refusal";
import { aidOfKit } from "#contract/charity/aids";
import { admittedStatuses, liveStatuses } from "#contract/charity/event-registrations";
import type { KitForm } from "#contract/charity/kit-orders";
import { isKitKind, kitKinds } from "#contract/charity/kit-states";
import { franceDay } from "#contract/formats/france-time";
import { detailsFor } from "./ordering.ts";
import { kitOrders } from "./tables.ts";

/** What the form of an order begins with: what the account says already, and an earlier aid that may stand in the way. */
export async function kitForm(services: Pick<Services, "db" | "organisation">, actor: Actor, eventId: string): Promise<KitForm> {
  const { db, organisation } = services;
  const { event, rules } = await readEvent(db, eventId);
  const { registered } = await standingOf(db, actor, event);
  if (!isKitKind(event.type) || !mayKnow(actor, { event, rules }, registered)) throw new Refusal("not_found");
  const { diets, size } = beneficiaryFiles;
  const [file] = await db
    .select({ diets, size, allergies: allergiesWithConsent })
    .from(beneficiaryFiles)
    .where(eq(beneficiaryFiles.userId, actor.id));
  const facts = (await organisation.stored()).aids;
  const wanted = { userId: actor.id, kind: aidOfKit[event.type], day: franceDay(event.startsAt), exceptEventId: eventId };
  return {
    kind: event.type,
    ...(await detailsFor(db, actor.id)),
    diets: file?.diets ?? [],
    size: file?.size ?? null,
    allergies: file?.allergies ?? null,
    earlier: await earlierAid(db, facts, wanted),
  };
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
  const free = freeFor(actor.role);
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
        gt(events.startsAt, now),
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
