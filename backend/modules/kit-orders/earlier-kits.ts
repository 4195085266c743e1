import type { Db } from "#backend/db/client";
import { earlierAid } from "#backend/modules/aids/interval";
import type { EventRow, QuotaRow } from "#backend/modules/event-registrations/locking";
import { aidOfKit } from "#contract/charity/aids";
import type { EarlierAid } from "#contract/charity/kit-orders";
import type { KitKind } from "#contract/charity/kit-states";
import type { OrganisationFacts } from "#contract/charity/organisation";
import { franceDay } from "#contract/formats/france-time";

type Ordered = {
  userId: string;
  kind: KitKind;
  event: Pick<EventRow, "id" | "startsAt">;
  slot: Pick<QuotaRow, "startsAt">;
  now: Date;
};

/** The day of a slot, which is that of its event where it has no hours of its own. */
export const dayOfSlot = ({ startsAt }: Pick<QuotaRow, "startsAt">, event: Pick<EventRow, "startsAt">) =>
  franceDay(startsAt ?? event.startsAt);

/** An aid, or an order at another event, that is too close to the day of a slot: what the form says and what an order is checked by. */
export function earlierKit(
  db: Db,
  facts: OrganisationFacts["aids"] | null,
  { userId, kind, event, slot, now }: Ordered,
): Promise<EarlierAid | null> {
  return earlierAid(db, facts, { userId, kind: aidOfKit[kind], day: dayOfSlot(slot, event), now, exceptEventId: event.id });
}
