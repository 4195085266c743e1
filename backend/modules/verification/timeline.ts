import { sql } from "drizzle-orm";
import type { TimelineSource } from "#backend/timeline/source";
import { accountDecisions } from "./tables.ts";

/** What was decided about the account, with the reason that the person was given. */
export const decisions: TimelineSource = {
  kind: "decision",
  restricted: true,
  from: sql`${accountDecisions}`,
  where: (userId) => sql`${accountDecisions.userId} = ${userId}`,
  id: accountDecisions.id,
  at: sql`${accountDecisions.decidedAt}`,
  values: sql`jsonb_build_object('verdict', ${accountDecisions.verdict}, 'reason', ${accountDecisions.reason})`,
  texts: ({ verdict, reason }, { translate }) => ({
    title: translate(`tracking:fact.decision.${verdict}`),
    text: reason === null ? null : String(reason),
  }),
};
