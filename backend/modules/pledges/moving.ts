import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { receivedCents } from "#backend/modules/payments/sums";
import type { BulkAction } from "#backend/modules/tasks/bulk";
import { isByProvider } from "#contract/giving/card-settings";
import { type PledgeBulk, pledgeBulkApi } from "#contract/giving/pledge-bulk";
import { PledgeRowsQuery, pledgeMethods } from "#contract/giving/pledges";
import { pledgesMatching, setPledgeStatus } from "./following.ts";
import { pledges } from "./tables.ts";

/** What is taken by card or debit is recorded from the provider, and ended there one by one. */
function obstacleOf({ step }: Pick<PledgeBulk, "step">): SQL {
  const paid = step === "cancelled" ? and(eq(pledges.rhythm, "one_off"), sql`${receivedCents} > 0`) : sql`false`;
  return sql`case when ${pledges.status} <> 'promised' then 'notPromised'
    when ${inArray(pledges.method, pledgeMethods.filter(isByProvider))} then 'provider' when ${paid} then 'paid' end`;
}

/** Marks promised gifts as received today, or as cancelled. */
export const movingPledges: BulkAction<PledgeBulk> = {
  endpoint: pledgeBulkApi.move,
  table: pledges,
  key: pledges.id,
  name: pledges.name,
  order: pledges.createdAt,
  matching: (query) => pledgesMatching(PledgeRowsQuery.parse(query)),
  obstacle: (_, body) => obstacleOf(body),
  texts: "donate:pledges.bulk.obstacle.",
  taskName: ({ step }) => `pledge.${step}`,
  list: "/dashboard/admin/donations/pledges",
  async change(call, ids) {
    for (const id of ids) await setPledgeStatus(call, call.actor, id, call.body.step);
  },
};
