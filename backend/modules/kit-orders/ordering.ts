import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { lockAids } from "#backend/modules/aids/interval";
import type { Deps } from "#backend/modules/event-registrations/promoting";
import { register } from "#backend/modules/event-registrations/registering";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import { events } from "#backend/modules/events/tables";
import { inOneLine } from "#backend/modules/people/postal-line";
import { registrations } from "#backend/modules/registration/tables";
import { users } from "#backend/modules/users/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { liveStatuses } from "#contract/charity/event-registrations";
import type { KitDetails, KitOrderDraft } from "#contract/charity/kit-orders";
import { isKitKind, type KitKind } from "#contract/charity/kit-states";
import { earlierKit } from "./earlier-kits.ts";
import { kitOrders } from "./tables.ts";

type Ordering = Deps & Pick<Services, "organisation">;

/** A student takes a place in a delivery or a fitting, and says what is needed for it. A second aid inside the interval is refused where the charity says so. */
export async function orderKit(services: Ordering, actor: Actor, eventId: string, { quotaId, answers, ...details }: KitOrderDraft) {
  const facts = (await services.organisation.stored()).aids;
  const given = await detailsFor(services.db, actor.id);
  return register(
    services,
    actor,
    eventId,
    { quotaId, partySize: 1, answers },
    {
      async prepare(tx, { event }, quota) {
        if (!isKitKind(event.type)) throw new Refusal("not_found");
        const values = valuesOf(event.type, details, given);
        await lockAids(tx, actor.id);
        const earlier = await earlierKit(tx, facts, { userId: actor.id, kind: event.type, event, slot: quota, now: services.clock() });
        if (earlier?.refused) throw fieldRefusal("quotaId", "kits:error.interval");
        return values;
      },
      async store(tx, registrationId, values) {
        await tx
          .update(kitOrders)
          .set({ ...values, needsSharedAt: details.needsShared ? services.clock() : null, updatedAt: services.clock() })
          .where(eq(kitOrders.registrationId, registrationId));
      },
    },
  );
}

type Given = { address: string | null; phone: string | null };

/** The address and telephone of an account, for an order that names no other ones. */
export async function detailsFor(db: Db, userId: string): Promise<Given> {
  const { addressLine, postcode, city } = registrations;
  const [row] = await db
    .select({ addressLine, postcode, city, phone: users.phone })
    .from(users)
    .leftJoin(registrations, eq(registrations.userId, users.id))
    .where(eq(users.id, userId));
  return { address: row ? inOneLine(row) : null, phone: row?.phone ?? null };
}

/** What an order stores; a kit needs an address and a telephone, a fitting neither. */
function valuesOf(kind: KitKind, { place, address, door, phone, sizes, companion }: KitDetails, given: Given) {
  if (kind === "dressed") return { address: null, door: "", phone: null, sizes: sizes ?? "", companion };
  if (!place || (place === "own" && !given.address)) throw fieldRefusal("place", "kits:error.place");
  if (place === "other" && !address) throw fieldRefusal("address", "kits:error.address");
  if (!phone && !given.phone) throw fieldRefusal("phone", "kits:error.phone");
  return { address: place === "other" ? (address ?? null) : null, door: door ?? "", phone: phone || null, sizes: "", companion: false };
}

/** Changes what was said for an order, until it is under way, or the event is over or cancelled. */
export async function changeKit({ db, clock }: Pick<Services, "db" | "clock">, actor: Actor, eventId: string, details: KitDetails) {
  const given = await detailsFor(db, actor.id);
  await db.transaction(async (tx) => {
    const kit = await lockOwn(tx, actor, eventId, clock());
    if (kit.status !== "ordered" && kit.status !== "in_preparation") throw new Refusal("kit_under_way");
    const needsSharedAt = details.needsShared ? (kit.needsSharedAt ?? clock()) : null;
    const values = valuesOf(kit.kind, details, given);
    const stored: typeof values = kit;
    const isSame =
      (needsSharedAt === null) === (kit.needsSharedAt === null) &&
      (Object.keys(values) as (keyof typeof values)[]).every((name) => values[name] === stored[name]);
    // Who packed it reads that it is not what they packed any more.
    const changedAt = kit.status === "in_preparation" && !isSame ? clock() : kit.changedAt;
    await tx
      .update(kitOrders)
      .set({ ...values, needsSharedAt, changedAt, updatedAt: clock() })
      .where(eq(kitOrders.registrationId, kit.registrationId));
  });
}

/** Locks one's own order at an event that is still to come; the order of an event is deleted with its cancellation. */
async function lockOwn(tx: Db, actor: Actor, eventId: string, now: Date) {
  const own = and(eq(eventRegistrations.userId, actor.id), eq(eventRegistrations.eventId, eventId));
  const [event] = await tx
    .select({ endsAt: events.endsAt, cancelledAt: events.cancelledAt })
    .from(events)
    .innerJoin(eventRegistrations, own)
    .where(eq(events.id, eventId))
    .limit(1);
  if (!event) throw new Refusal("not_found");
  if (event.cancelledAt) throw new Refusal("event_cancelled");
  const [found] = await tx
    .select({ kit: kitOrders })
    .from(kitOrders)
    .innerJoin(eventRegistrations, eq(eventRegistrations.id, kitOrders.registrationId))
    .where(and(own, inArray(eventRegistrations.status, [...liveStatuses]), isNull(kitOrders.cancelledAt)))
    .for("update", { of: kitOrders });
  if (!found) throw new Refusal("not_found");
  if (event.endsAt <= now) throw new Refusal("event_over");
  return found.kit;
}
