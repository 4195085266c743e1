import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { EventRow } from "#backend/modules/event-registrations/locking";
import { eventQuotas, eventRegistrations } from "#backend/modules/event-registrations/tables";
import { beneficiaryFiles } from "#backend/modules/verification/tables";
import type { KitPage } from "#contract/charity/kit-orders";
import { kitOrders } from "./tables.ts";

/** The last change of an order that is packed: of the order itself, or of what its person eats, where that was shared for it. */
const lastChange = sql`greatest(${kitOrders.changedAt}, case when ${kitOrders.needsSharedAt} is not null and ${beneficiaryFiles.needsUpdatedAt} > ${kitOrders.preparedAt}
  then ${beneficiaryFiles.needsUpdatedAt} end)`;

/** When an order was changed after it was packed, until it is packed again; null for others. In a query that joins the files of students. */
export const changedAfterPacking = sql<Date | null>`case when ${kitOrders.status} = 'in_preparation' then ${lastChange} end`.mapWith(
  kitOrders.changedAt,
);

/** The orders of an event that ended after they were packed: somebody has their bag, and nobody waits for it. */
export async function cancelledAfterPacking(db: Db, event: EventRow): Promise<KitPage["cancelled"]> {
  const { id, name, eventId } = eventRegistrations;
  const rows = await db
    .select({ id, name, kind: kitOrders.kind, status: kitOrders.status, cancelledAt: kitOrders.cancelledAt, quota: eventQuotas })
    .from(kitOrders)
    .innerJoin(eventRegistrations, eq(id, kitOrders.registrationId))
    .innerJoin(eventQuotas, eq(eventQuotas.id, eventRegistrations.quotaId))
    .where(and(eq(eventId, event.id), isNotNull(kitOrders.cancelledAt)))
    .orderBy(asc(kitOrders.cancelledAt));
  return rows.flatMap(({ quota: { label, startsAt }, cancelledAt, ...row }) =>
    cancelledAt
      ? { ...row, quota: label, slotStartsAt: (startsAt ?? event.startsAt).toISOString(), cancelledAt: cancelledAt.toISOString() }
      : [],
  );
}
