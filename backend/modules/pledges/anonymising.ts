import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { countChanged } from "#backend/privacy/retention";

/** Whether money was paid, in a query that aliases `pledges` as `it`. */
export const paid = sql`it.paid`;

/**
 * Whether a pledge is of the accounts: money of it was paid, is on its way from a bank, for days, or may be paid on a page of the provider, which is open for
 * a day. `now` is a time in SQL.
 */
export const isBooked = (now: SQL = sql`now()`) => sql`(it.paid or exists (select from pending_debits due where due.pledge_id = it.id)
  or exists (select from checkouts page where page.pledge_id = it.id and page.state <> 'expired' and page.created_at > ${now} - interval '2 days'))`;

/** Paid, and over: a monthly gift goes on until it is stopped, and its last change is then the stop. */
export const paidAndOver = sql`(${paid}) and not (it.status = 'received' and it.rhythm = 'monthly')`;

export const isNobodys = sql`it.email like '%@erased.invalid'`;

/** Reduces gifts to what accounting needs: how much, when, how, and the reference. Answers how many. */
export function anonymisePledges(db: Db, which: SQL): Promise<number> {
  return countChanged(
    db,
    sql`update pledges it set name = left(it.id::text, 8), email = it.id || '@erased.invalid', dedupe_key = it.id::text,
      company = case when it.company is not null then '–' end, legal_form = null, siren = case when it.siren is not null then '000000000' end,
      stop_reason = null, street = null, postcode = null, city = null, country = null, address_gone_at = coalesce(it.address_gone_at, now())
    where ${which} and not ${isNobodys}`,
  );
}
