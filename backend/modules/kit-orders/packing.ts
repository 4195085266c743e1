import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import { pageOfRows } from "#backend/db/lists";
import { contains } from "#backend/db/word-search";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { otherAids } from "#backend/modules/aids/interval";
import { requireDoor } from "#backend/modules/check-ins/access";
import type { EventRow } from "#backend/modules/event-registrations/locking";
import { times } from "#backend/modules/event-registrations/open-places";
import { eventQuotas, eventRegistrations } from "#backend/modules/event-registrations/tables";
import { events } from "#backend/modules/events/tables";
import { inOneLine } from "#backend/modules/people/postal-line";
import { registrations } from "#backend/modules/registration/tables";
import { fullName, fullNameIfAny } from "#backend/modules/users/named";
import { users } from "#backend/modules/users/tables";
import { allergiesWithConsent } from "#backend/modules/verification/allergies";
import { beneficiaryFiles } from "#backend/modules/verification/tables";
import { sectorsWith } from "#contract/accounts/permissions";
import { mayReadRestricted } from "#contract/accounts/restricted";
import { hasPermission } from "#contract/accounts/roles";
import { aidInterval, aidOfKit } from "#contract/charity/aids";
import { admittedStatuses } from "#contract/charity/event-registrations";
import type { KitPage, KitRow, KitsQuery } from "#contract/charity/kit-orders";
import { isKitKind } from "#contract/charity/kit-states";
import type { OrganisationFacts } from "#contract/charity/organisation";
import { cancelledAfterPacking, changedAfterPacking } from "./packed-before.ts";
import { kitOrders } from "./tables.ts";

const day = 86_400_000;

/** Whether somebody who packs still has to reach people and to read what they eat: until a day after an event that is not cancelled. */
const isUnderWay = ({ endsAt, cancelledAt }: EventRow, now: Date) => !cancelledAt && now.getTime() < endsAt.getTime() + day;

/** The orders whose diets and allergies a reader may read: with the right for the person's sector, and for who packs, those whose person agreed. */
function readableBy(actor: Actor, underWay: boolean): SQL {
  if (hasPermission(actor, "BENEFICIARY_READ_RESTRICTED")) return sql`true`;
  const sectors = sectorsWith(actor, ["BENEFICIARY_READ_RESTRICTED"]);
  const inSectors = sectors.length > 0 ? sql`coalesce(${inArray(users.sectorId, sectors)}, false)` : sql`false`;
  return underWay ? sql`(${kitOrders.needsSharedAt} is not null or ${inSectors})` : inSectors;
}

/**
 * Whether another aid of the kind, received or ordered, is less than the charity's interval before the day of an order: found when it is read, whoever
 * registered or moved the person, and whatever became of the other one since.
 */
function isRepeated({ id, type }: EventRow, facts: OrganisationFacts["aids"] | null, now: Date): SQL<boolean> {
  const interval = isKitKind(type) ? aidInterval(aidOfKit[type], facts) : null;
  if (!isKitKind(type) || !interval) return sql`false`;
  const others = otherAids(sql`${eventRegistrations.userId}`, { kind: aidOfKit[type], exceptEventId: sql`${id}::uuid`, now });
  const ownDay = sql`(coalesce(${eventQuotas.startsAt}, ${events.startsAt}) at time zone 'Europe/Paris')::date`;
  return sql`exists (select from (${others}) other where other.day <= ${ownDay} and ${ownDay} - other.day < ${interval.days})`;
}

/** The orders of an event, for who packs and brings them: all of it in one page, what is to be packed above. Reading diets and allergies is recorded. */
export async function kitsOf(
  { db, clock, organisation }: Pick<Services, "db" | "clock" | "organisation">,
  actor: Actor,
  eventId: string,
  query: KitsQuery,
): Promise<KitPage> {
  const { event } = await requireDoor(db, actor, eventId);
  const now = clock();
  const underWay = isUnderWay(event, now);
  const readable = readableBy(actor, underWay);
  const repeated = isRepeated(event, (await organisation.stored()).aids, now);
  const page = await rowsOf(db, event, query, {
    readable,
    repeated,
    reaches: underWay || (actor.role === "ADMIN" && mayReadRestricted(actor, event.sectorId)),
  });
  const counted = await countsOf(db, event, readable);
  const read = page.items.filter(({ needs }) => needs !== null).map(({ id }) => id);
  // What is counted is of all orders, also where a filter or a page leaves out the rows.
  const countedOrders = counted.slots.reduce((sum, { orders }) => sum + orders, 0) - counted.needs.withheld;
  if (countedOrders > 0)
    await recordChange(db, actor, {
      action: "kit_order.read_restricted",
      entityType: "kit_order",
      entityId: eventId,
      after: { orders: read, countedOrders },
    });
  const cancelled = underWay ? await cancelledAfterPacking(db, event) : [];
  return { ...page, cancelled, event: { ...event, ...times(event), cancelled: event.cancelledAt !== null }, ...counted };
}

const ofEvent = (eventId: string) =>
  and(eq(eventRegistrations.eventId, eventId), inArray(eventRegistrations.status, [...admittedStatuses]));
const statusOfOrder = sql`(select ${kitOrders.status} from ${kitOrders} where ${kitOrders.registrationId} = ${eventRegistrations.id})`;
const slotOf = sql`(select ${eventQuotas.startsAt} from ${eventQuotas} where ${eventQuotas.id} = ${eventRegistrations.quotaId})`;

const preparers = alias(users, "preparers");
const collectors = alias(users, "collectors");
const enders = alias(users, "enders");

type Shown = { readable: SQL; repeated: SQL<boolean>; reaches: boolean };

function rowsOf(db: Db, event: EventRow, query: KitsQuery, { readable, repeated, reaches }: Shown) {
  const { q, status, quotaId } = query;
  const where = and(
    ofEvent(event.id),
    status ? sql`${statusOfOrder} = ${status}` : sql`${statusOfOrder} is not null`,
    quotaId ? eq(eventRegistrations.quotaId, quotaId) : undefined,
    contains(eventRegistrations, q),
  );
  const sorts = {
    slot: [slotOf, eventRegistrations.position],
    name: eventRegistrations.name,
    status: [statusOfOrder, eventRegistrations.position],
  };
  return pageOfRows(db, eventRegistrations, query, { where, sorts }, async (found, order) => {
    const rows = await db
      .select({
        registration: eventRegistrations,
        kit: kitOrders,
        quota: eventQuotas,
        place: registrations,
        phone: users.phone,
        person: fullName(users),
        preparer: fullNameIfAny(preparers),
        collector: fullNameIfAny(collectors),
        ender: fullNameIfAny(enders),
        repeated,
        changedAt: changedAfterPacking,
        readable: sql<boolean>`${readable}`,
        diets: sql<KitDiets | null>`case when ${readable} then ${beneficiaryFiles.diets} end`,
        allergies: sql<string | null>`case when ${readable} then ${allergiesWithConsent} end`,
      })
      .from(eventRegistrations)
      .innerJoin(found, eq(found.id, eventRegistrations.id))
      .innerJoin(kitOrders, eq(kitOrders.registrationId, eventRegistrations.id))
      .innerJoin(eventQuotas, eq(eventQuotas.id, eventRegistrations.quotaId))
      .innerJoin(events, eq(events.id, eventRegistrations.eventId))
      .innerJoin(users, eq(users.id, eventRegistrations.userId))
      .leftJoin(registrations, eq(registrations.userId, users.id))
      .leftJoin(beneficiaryFiles, eq(beneficiaryFiles.userId, users.id))
      .leftJoin(preparers, eq(preparers.id, kitOrders.preparedBy))
      .leftJoin(collectors, eq(collectors.id, kitOrders.collectedBy))
      .leftJoin(enders, eq(enders.id, kitOrders.endedBy))
      .orderBy(...order);
    return rows.map((row) => shape(row, event, reaches));
  });
}

type KitDiets = NonNullable<KitRow["needs"]>["diets"];
type Row = {
  registration: typeof eventRegistrations.$inferSelect;
  kit: typeof kitOrders.$inferSelect;
  quota: typeof eventQuotas.$inferSelect;
  place: typeof registrations.$inferSelect | null;
  phone: string | null;
  person: string;
  preparer: string | null;
  collector: string | null;
  ender: string | null;
  repeated: boolean;
  changedAt: Date | null;
  readable: boolean;
  diets: KitDiets | null;
  allergies: string | null;
};

function shape(row: Row, event: EventRow, reaches: boolean): KitRow {
  const { registration, kit, quota, place } = row;
  const own = kit.kind === "delivery" && place ? inOneLine(place) : null;
  return {
    ...{ id: registration.id, userId: registration.userId ?? "", name: row.person, kind: kit.kind, status: kit.status },
    ...lastStep(row),
    ...{ quotaId: quota.id, quota: quota.label, slotStartsAt: (quota.startsAt ?? event.startsAt).toISOString() },
    address: reaches ? (kit.address ?? own) : null,
    door: reaches ? kit.door : "",
    phone: reaches ? (kit.phone ?? row.phone) : null,
    ...(reaches || row.readable ? { sizes: kit.sizes, companion: kit.companion } : { sizes: "", companion: false }),
    ...{
      repeated: row.repeated,
      awayAt: registration.awayAt?.toISOString() ?? null,
      changedAt: row.changedAt?.toISOString() ?? null,
    },
    needs: row.readable ? { diets: row.diets ?? [], allergies: row.allergies } : null,
  };
}

/** When the order got its state, and from whom. */
function lastStep({ kit, preparer, collector, ender }: Row) {
  const at = {
    ordered: kit.createdAt,
    in_preparation: kit.preparedAt,
    collected: kit.collectedAt,
    delivered: kit.endedAt,
    absent: kit.endedAt,
  };
  const by = { ordered: null, in_preparation: preparer, collected: collector, delivered: ender, absent: ender };
  return { statusAt: at[kit.status]?.toISOString() ?? null, statusBy: by[kit.status] };
}

/** What is to be packed, counted by the database: by slot and state, and of those whose needs may be read, each diet and how many have allergies. */
async function countsOf(db: Db, event: EventRow, readable: SQL): Promise<Pick<KitPage, "slots" | "needs">> {
  const seen = db.$with("seen").as(
    db
      .select({
        quotaId: sql<string>`${eventRegistrations.quotaId}`.as("slot_id"),
        status: sql<KitRow["status"]>`${kitOrders.status}`.as("state"),
        readable: sql<boolean>`${readable}`.as("readable"),
        diets: sql<KitDiets>`case when ${readable} then coalesce(${beneficiaryFiles.diets}, '{}') else '{}' end`.as("diets"),
        allergic: sql<boolean>`(${readable} and ${allergiesWithConsent} is not null)`.as("allergic"),
      })
      .from(eventRegistrations)
      .innerJoin(kitOrders, eq(kitOrders.registrationId, eventRegistrations.id))
      .innerJoin(users, eq(users.id, eventRegistrations.userId))
      .leftJoin(beneficiaryFiles, eq(beneficiaryFiles.userId, users.id))
      .where(ofEvent(event.id)),
  );
  const groups = await db
    .with(seen)
    .select({
      quotaId: seen.quotaId,
      label: eventQuotas.label,
      startsAt: eventQuotas.startsAt,
      status: seen.status,
      readable: seen.readable,
      diets: seen.diets,
      allergic: seen.allergic,
      count: sql<number>`count(*)::int`,
    })
    .from(seen)
    .innerJoin(eventQuotas, eq(eventQuotas.id, seen.quotaId))
    .groupBy(
      seen.quotaId,
      eventQuotas.label,
      eventQuotas.startsAt,
      eventQuotas.position,
      seen.status,
      seen.readable,
      seen.diets,
      seen.allergic,
    )
    .orderBy(asc(eventQuotas.position), asc(seen.quotaId));
  const sum = (of: (group: (typeof groups)[number]) => boolean) => groups.filter(of).reduce((total, { count }) => total + count, 0);
  const inSlots = [...new Map(groups.map((group) => [group.quotaId, group])).values()];
  const states = [...new Set(groups.map(({ status }) => status))];
  return {
    slots: inSlots.map(({ quotaId, label, startsAt }) => ({
      ...{ quotaId, label, startsAt: (startsAt ?? event.startsAt).toISOString(), orders: sum((group) => group.quotaId === quotaId) },
      byStatus: Object.fromEntries(
        states.map((status) => [status, sum((group) => group.quotaId === quotaId && group.status === status)]).filter(([, count]) => count),
      ),
    })),
    needs: {
      diets: [...new Set(groups.flatMap(({ diets }) => diets))]
        .sort()
        .map((diet) => ({ diet, count: sum(({ diets }) => diets.includes(diet)) })),
      allergies: sum(({ allergic }) => allergic),
      withheld: sum((group) => !group.readable),
    },
  };
}
