import { sql } from "drizzle-orm";
import type { TimelineSource } from "#backend/timeline/source";
import { aids } from "./tables.ts";

/** What staff noted by hand as received: what was received at an event is in the time line as the event. */
export const ownAids: TimelineSource = {
  kind: "aid",
  restricted: true,
  from: sql`${aids}`,
  where: (userId) => sql`${aids.userId} = ${userId} and ${aids.eventId} is null`,
  id: aids.id,
  at: sql`(${aids.day}::timestamp at time zone 'Europe/Paris')`,
  values: sql`jsonb_build_object('kind', ${aids.kind}, 'quantity', ${aids.quantity})`,
  texts: ({ kind, quantity }, { translate }) => ({ title: translate(`tracking:fact.aid.${kind}`, { count: Number(quantity) }) }),
  figure: "tracking:figure.aids",
};
