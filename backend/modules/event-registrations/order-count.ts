import { and, count, eq, inArray, isNotNull, or } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { kitOrders } from "#backend/modules/kit-orders/tables";
import { users } from "#backend/modules/users/tables";
import { liveStatuses } from "#contract/charity/event-registrations";
import { eventRegistrations } from "./tables.ts";

/** How many registrations for an event have an order, or have one where it is a delivery or a fitting: those of students. */
export async function countOrders(db: Db, eventId: string): Promise<number> {
  const [found] = await db
    .select({ count: count() })
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
  return found?.count ?? 0;
}
