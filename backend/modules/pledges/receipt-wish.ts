import { sql } from "drizzle-orm";
import { franceDay } from "#contract/formats/france-time";
import { yearsBack } from "#contract/giving/fiscal-receipts";

/**
 * Whether a gift that was made without a receipt may have one after all: its donor is known, and something is still to come or came in a year that
 * may still be certified. A column of a query on `pledges`.
 */
export function mayAskReceipt(now: Date) {
  const first = `${Number(franceDay(now).slice(0, 4)) - yearsBack}-01-01`;
  return sql<boolean>`(not pledges.receipt and pledges.address_gone_at is null and pledges.email not like '%@erased.invalid'
    and (pledges.status = 'promised' or (pledges.status = 'received' and pledges.rhythm = 'monthly')
      or exists (select from payments came where came.pledge_id = pledges.id and came.refund_of is null
        and came.refunded_cents < came.amount_cents and came.received_on >= ${first}::date)))`;
}
