import { and, count, eq, inArray, isNotNull, or, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { kitOrders } from "#backend/modules/kit-orders/tables";
import { users } from "#backend/modules/users/tables";
import { comingStatuses, liveStatuses } from "#contract/charity/event-registrations";
import { eventRegistrations } from "./tables.ts";

const isComing = inArray(eventRegistrations.status, [...comingStatuses]);

/** How many registrations for an event have an order, or have one where it is a delivery or a fitting, those of students; and how many of them a cancellation would end. */
export async function countOrders(db: Db, eventId: string): Promise<{ all: number; coming: number }> {
  const [found] = await db
    .select({ all: count(), coming: sql<number>`(count(*) filter (where ${isComing}))::int` })
    .from(eventRegistrations)
    .innerJoin(users, eq(users.id, eventRegistrations.userId))
    .leftJoin(kitOrders, eq(kitOrders.registrationId, eventRegistrations.id))
    .where(
      and(
        eq(eventRegistrations.eventId, eventId),
        inArray(eventRegistrations.status, [...liveStatuses]),
        or(eq(users.role, "BENEFICIARY"), isNotNull(kitOrders.registrationId)),
      ),
    );
  return found ?? { all: 0, coming: 0 };
}
