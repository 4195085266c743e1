import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { expenseClaims } from "#backend/modules/expense-claims/tables";
import { fullName } from "#backend/modules/users/named";
import { users } from "#backend/modules/users/tables";
import { fiscalReceiptSources } from "./tables.ts";

/**
 * Accepted claims of volunteers who gave up their reimbursement and that no receipt certifies, with the columns of gifts: each person is one giver, by
 * calendar year. Of a person who was erased, nobody could be named.
 */
export const expenses = (which: SQL) => sql`
  select it.id, it.spent_on as received_on, null::text as method, it.amount_cents as cents, 'EXP' as series,
    make_date(extract(year from it.spent_on)::int, 1, 1) as period_from, make_date(extract(year from it.spent_on)::int, 12, 31) as period_to,
    'EXP ' || it.user_id as giver, true as known, case when people.email_verified_at is not null then people.email end as email,
    it.user_id as donor_id, people.locale, it.waived_at as given_at,
    places.address_line is not null and places.postcode is not null and places.city is not null as is_posted,
    jsonb_build_object('kind', 'person', 'name', concat_ws(' ', people.first_name, people.last_name), 'company', null, 'legalForm', null, 'siren', null,
      'street', places.address_line, 'postcode', places.postcode, 'city', places.city, 'country', 'FR') as donor,
    'expense' as kind, null::text as description
  from expense_claims it
  join users people on people.id = it.user_id
  left join registrations places on places.user_id = it.user_id
  where it.status = 'accepted' and it.erased_at is null and people.email not like '%@erased.invalid'
    and not exists (select from fiscal_receipt_sources certified where certified.expense_claim_id = it.id and certified.live)
    and ${which}`;

/** Who sent claims, and the receipt that certifies each. */
export async function namesOfClaims(db: Db, ids: string[]) {
  return db
    .select({ id: expenseClaims.id, name: fullName(users), receiptId: fiscalReceiptSources.receiptId })
    .from(expenseClaims)
    .innerJoin(users, eq(users.id, expenseClaims.userId))
    .leftJoin(fiscalReceiptSources, and(eq(fiscalReceiptSources.expenseClaimId, expenseClaims.id), eq(fiscalReceiptSources.live, true)))
    .where(inArray(expenseClaims.id, ids));
}

/** The claims that a receipt certifies, in the order of their days. */
export const claimsOfReceipt = (db: Db, receiptId: string) =>
  db
    .select({ claimId: expenseClaims.id, spentOn: expenseClaims.spentOn, cents: fiscalReceiptSources.cents })
    .from(fiscalReceiptSources)
    .innerJoin(expenseClaims, eq(expenseClaims.id, fiscalReceiptSources.expenseClaimId))
    .where(eq(fiscalReceiptSources.receiptId, receiptId))
    .orderBy(expenseClaims.spentOn, expenseClaims.id);
