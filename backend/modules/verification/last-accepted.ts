import { type SQL, sql } from "drizzle-orm";
import { users } from "#backend/modules/users/tables";
import { accountDecisions } from "./tables.ts";

/** Whether an acceptance counts, a row `accepted` of the decisions: the one before a `take_back` was a mistake. */
export const isStanding: SQL = sql`not exists (select from ${accountDecisions} back
  where back.user_id = accepted.user_id and back.verdict = 'take_back' and back.decided_at > accepted.decided_at
    and not exists (select from ${accountDecisions} later where later.user_id = accepted.user_id and later.verdict = 'accept'
      and later.decided_at > accepted.decided_at and later.decided_at < back.decided_at))`;

/**
 * When an account was last accepted: opened, or confirmed for another year. Who was suspended and reopened has confirmed nothing. A column beside its row of
 * `users`, which the query does not rename.
 */
export const acceptedAt: SQL<Date> = sql`coalesce((select max(accepted.decided_at) from ${accountDecisions} accepted
  where accepted.user_id = users.id and accepted.verdict = 'accept' and ${isStanding}), users.state_changed_at)`.mapWith(
  users.stateChangedAt,
);
