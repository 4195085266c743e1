import { sql } from "drizzle-orm";
import type { TimelineSource } from "#backend/timeline/source";
import { untilText } from "./activating.ts";
import { memberships } from "./tables.ts";

/** The periods of membership, from the first moment of each in France. */
export const membershipPeriods: TimelineSource = {
  kind: "membership",
  from: sql`${memberships}`,
  where: (userId) => sql`${memberships.userId} = ${userId}`,
  id: memberships.id,
  at: sql`(${memberships.startDate}::timestamp at time zone 'Europe/Paris')`,
  values: sql`jsonb_build_object('until', ${memberships.endDate}, 'status', ${memberships.status})`,
  texts: ({ until, status }, { locale, translate }) => ({
    title: translate(`tracking:fact.membership.${status}`, {
      until: untilText((_, key, values) => translate(key, values), locale, { endDate: String(until) }),
    }),
  }),
  figure: "tracking:figure.memberships",
};
