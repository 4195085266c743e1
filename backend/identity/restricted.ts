import { and, isNull, notInArray, or, type SQL, sql } from "drizzle-orm";
import { users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import { gainedByMove, type Holder, sectorsWith } from "#contract/accounts/permissions";
import { mayReadRestricted } from "#contract/accounts/restricted";

/**
 * Whether an account's data are restricted: a student's, and that of anyone who was one and whose file is still here. `beneficiary_files` by
 * name: its module imports this one.
 */
export const isHelped = sql<boolean>`(coalesce(${users.role} = 'BENEFICIARY', false) or exists (select 1 from beneficiary_files f where f.user_id = ${users.id}))`;

/** The fields of a postal address in the log, which are restricted where the account is. */
export const addressFields = ["addressLine", "postcode", "city"] as const;

/** Whether staff have written restricted entries about an account. By name as well. */
const hasRestrictedEntries = sql`exists (select 1 from tracking_entries e where e.subject_user_id = ${users.id} and e.visibility = 'restricted')`;

/** Refuses whoever lacks the right for the sector, for an account that is restricted. */
export function requireRestricted(actor: Holder, helped: boolean, sectorId: string | null | undefined) {
  if (helped && !mayReadRestricted(actor, sectorId)) throw new Refusal("restricted");
}

/**
 * The accounts that somebody may not bring into a sector, since their own right, which is limited to sectors, would open there what it does not
 * open now. Undefined for whoever has such a right everywhere or not in that sector: they gain nothing.
 */
export function notToBringInto(actor: Holder, sectorId: string | null | undefined): SQL | undefined {
  if (!sectorId) return undefined;
  return or(
    ...gainedByMove(actor, null, sectorId).map((permission) =>
      and(
        permission === "BENEFICIARY_READ_RESTRICTED" ? or(isHelped, hasRestrictedEntries) : undefined,
        or(isNull(users.sectorId), notInArray(users.sectorId, sectorsWith(actor, [permission]))),
      ),
    ),
  );
}
