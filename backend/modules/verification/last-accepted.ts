import { type SQL, sql } from "drizzle-orm";
import { users } from "#backend/modules/users/tables";
import { accountDecisions } from "./tables.ts";

/**
 * When an account was last accepted: opened, or confirmed for another year. Who was suspended and reopened has confirmed nothing. A column beside its row of
 * `users`, which the query does not rename.
 */
export const acceptedAt: SQL<Date> = sql`coalesce((select max(accepted.decided_at) from ${accountDecisions} accepted
  where accepted.user_id = users.id and accepted.verdict = 'accept'), users.state_changed_at)`.mapWith(users.stateChangedAt);
