import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { payments } from "#backend/modules/payments/tables";
import { pledges } from "#backend/modules/pledges/tables";
import type { users } from "#backend/modules/users/tables";
import {
  type DonorGap,
  maxToComeShown,
  type ReceiptDonor,
  type ReceiptSeries,
  type ReceiptToCome,
  yearsBack,
} from "#contract/giving/fiscal-receipts";
import type { PaymentMethod } from "#contract/giving/payments";
import { expenses } from "./expenses.ts";
import { inKind } from "./in-kind.ts";
import { fiscalReceiptSources } from "./tables.ts";

const isWholePlace = sql`places.address_line is not null and places.postcode is not null and places.city is not null`;

/**
 * Payments of which something is left and that no receipt certifies, here or at HelloAsso, with who gave them and the period of their receipt. Of a pledge, its donor says
 * whether they want one; dues count where the plan says so. Where a gift without a pledge has no address, the one that was imported for the donor's
 * e-mail address (`donor_contacts`) is used, unless another gift has one. `giver` is one person or company as long as its e-mail address, and its SIREN, are the same.
 */
const gifts = (which: SQL) => sql`
  select it.id, it.received_on, it.method, it.amount_cents - it.refunded_cents as cents, series.series, times.period_from, times.period_to,
    case when given.id is not null or it.donor_id is not null or it.donor_email is not null
      then concat_ws(' ', series.series, coalesce(given.siren, left(shops.siret, 9)),
        lower(coalesce(given.email::text, case when donors.email_verified_at is null then donors.id::text else donors.email::text end, it.donor_email::text)))
      else it.id::text end as giver,
    given.id is not null or it.donor_id is not null or it.donor_email is not null as known,
    coalesce(given.email, case when donors.email_verified_at is not null then donors.email end, it.donor_email) as email, donors.id as donor_id,
    coalesce(given.locale, donors.locale, 'fr') as locale,
    case when kept.id is null then coalesce(given.created_at, it.created_at) else '-infinity' end as given_at,
    case when given.id is null then kept.id is not null or (${isWholePlace})
      else given.street is not null and given.city is not null end as is_posted,
    jsonb_build_object('kind', case series.series when 'COM' then 'company' else 'person' end,
      'name', coalesce(given.name, nullif(concat_ws(' ', donors.first_name, donors.last_name), ''),
        nullif(concat_ws(' ', kept.first_name, kept.last_name), ''), it.donor_name, '–'),
      'company', coalesce(given.company, shops.company_name), 'legalForm', coalesce(given.legal_form, shops.legal_form),
      'siren', coalesce(given.siren, left(shops.siret, 9)),
      'street', case when given.id is null then coalesce(kept.street, places.address_line) else given.street end,
      'postcode', case when given.id is null then coalesce(kept.postcode, places.postcode) else given.postcode end,
      'city', case when given.id is null then coalesce(kept.city, places.city) else given.city end,
      'country', coalesce(given.country, kept.country, 'FR')) as donor,
    'payment' as kind, null::text as description
  from payments it
  left join pledges given on given.id = it.pledge_id
  left join users donors on donors.id = coalesce(case when it.pledge_id is null then it.donor_id end,
    (select account.id from users account where account.email = given.email and account.email_verified_at is not null))
  left join merchant_profiles shops on shops.user_id = donors.id and (given.id is null or left(shops.siret, 9) = given.siren)
  left join registrations places on places.user_id = donors.id
  left join donor_contacts kept on given.id is null and shops.user_id is null and (${isWholePlace}) is not true
    and kept.email = coalesce(case when donors.email_verified_at is not null then donors.email end, it.donor_email)
  cross join lateral (select case when given.donor = 'company' or (given.id is null and shops.user_id is not null) then 'COM' else 'IND' end as series,
    extract(year from it.received_on)::int as year,
    case when shops.fiscal_year_end ~ '^../(0[1-9]|1[0-2])$' then shops.fiscal_year_end end as ends) series
  cross join lateral (select case when series.series = 'IND' then make_date(series.year, 12, 31)
    when series.ends is null then it.received_on
    when it.received_on <= fiscal_year_end(series.year, series.ends) then fiscal_year_end(series.year, series.ends)
    else fiscal_year_end(series.year + 1, series.ends) end as period_to) ending
  cross join lateral (select ending.period_to, case when series.series = 'IND' then make_date(series.year, 1, 1)
    when series.ends is null then it.received_on
    else fiscal_year_end(extract(year from ending.period_to)::int - 1, series.ends) + 1 end as period_from) times
  where it.refund_of is null and it.refunded_cents < it.amount_cents
    and (given.id is null or (given.receipt and given.email not like '%@erased.invalid'))
    and (it.donor_name is null or it.donor_name <> left(it.id::text, 8))
    and (it.membership_id is null or exists (select from memberships paid join membership_plans plan on plan.id = paid.plan_id
      where paid.id = it.membership_id and plan.receipt_eligible))
    and not exists (select from fiscal_receipt_sources certified where certified.payment_id = it.id and certified.live)
    and not exists (select from helloasso_payments elsewhere where elsewhere.payment_id = it.id and elsewhere.receipted)
    and ${which}`;

/** Which payments, which gifts in kind and which expense claims are looked at. */
type Which = { gifts: SQL; inKind: SQL; expenses: SQL };

const certifiable = (which: Which) => sql`${gifts(which.gifts)} union all ${inKind(which.inKind)} union all ${expenses(which.expenses)}`;

const legalForm = sql`nullif(donor->>'legalForm', '')`;

/** The latest gift of money with an address first, whose donor can change it, and without one the latest gift in kind. */
const latestFirst = sql`is_posted desc, kind = 'in_kind', given_at desc, id`;

/** The gifts of each donor and period together, with the donor as the latest gift names them; the legal form of a company may come with another.
 * One of the payments names it, if there is any. */
const receivable = (which: Which) => sql`
  select giver, series, period_from, period_to, sum(cents)::bigint as cents, count(*)::int as sources_count,
    (count(*) filter (where kind = 'in_kind'))::int as in_kind_count,
    coalesce(min(id::text) filter (where kind <> 'in_kind'), min(id::text))::uuid as source_id,
    bool_or(known) as known, bool_or(is_posted) as is_posted,
    (array_agg(donor order by ${latestFirst}))[1]
      || jsonb_build_object('legalForm', (array_agg(${legalForm} order by ${legalForm} is null, ${latestFirst}))[1]) as donor,
    (array_agg(email order by ${latestFirst}))[1] as email,
    (array_agg(locale order by ${latestFirst}))[1] as locale,
    (array_agg(donor_id order by donor_id is null, given_at desc, id))[1] as donor_id,
    coalesce(array_agg(distinct method) filter (where method is not null), '{}') as methods,
    jsonb_agg(jsonb_build_object('id', id, 'receivedOn', received_on, 'method', method, 'cents', cents,
      'kind', kind, 'description', description) order by received_on, id) as sources
  from (${certifiable(which)}) gift group by giver, series, period_from, period_to`;

const gapOf = sql`case when not known then 'unknown_donor' when not is_posted then 'no_address'
  when series = 'COM' and ${legalForm} is null then 'no_legal_form' end`;

/** Whether a receipt of the gifts of an account would lack an address. */
export const lacksAddress = (userId: string | typeof users.id) =>
  sql<boolean>`exists (select from (${receivable({
    gifts: sql`it.id = any(array(select id from payments where donor_id = ${userId}
    union select paid.id from payments paid join pledges sent on sent.id = paid.pledge_id
      join users account on account.email = sent.email where account.id = ${userId} and account.email_verified_at is not null))`,
    inKind: sql`false`,
    expenses: sql`false`,
  })}) whole where not is_posted)`;

/**
 * The same in a list of accounts: of those alone without a whole address to which something was recorded, without a pledge, in the years that may
 * still be certified, since the rest costs more. A condition of a query on `users`.
 */
export const accountLacksAddress = (account: typeof users.id, today: string) => sql<boolean>`case when ${account} in
    (select donor_id from payments where donor_id is not null and pledge_id is null and refund_of is null and refunded_cents < amount_cents
      and received_on >= ${`${Number(today.slice(0, 4)) - yearsBack}-01-01`}::date)
  and not exists (select from registrations places where places.user_id = ${account} and ${isWholePlace})
  then ${lacksAddress(account)} else false end`;

/**
 * The same of an e-mail address, where something of the receipt was given without a pledge: with an account of this address, or with the address alone.
 * Pledges and gifts in kind of the address may bring its postal address.
 */
export async function lacksAddressAt(db: Db, email: string): Promise<boolean> {
  const which = sql`it.id = any(array(select id from payments where donor_email = ${email}
    union select paid.id from payments paid join users account on account.id = paid.donor_id where account.email = ${email}
    union select paid.id from payments paid join pledges sent on sent.id = paid.pledge_id where sent.email = ${email}))`;
  const given = sql`it.email = ${email}`;
  const { rows } = await db.execute(sql`select from (${receivable({ gifts: which, inKind: given, expenses: sql`false` })}) whole
    where not is_posted and series = 'IND' and email = ${email} and exists (select from payments own
      where own.pledge_id is null and own.id in (select (source->>'id')::uuid from jsonb_array_elements(sources) source)) limit 1`);
  return rows.length > 0;
}

export type Source = {
  id: string;
  receivedOn: string;
  /** Null for what is no money. */
  method: PaymentMethod | null;
  cents: number;
  kind: "payment" | "in_kind" | "expense";
  /** What was given in kind. */
  description: string | null;
};

/** What one receipt certifies. */
export type Receivable = {
  giver: string;
  series: ReceiptSeries;
  periodFrom: string;
  periodTo: string;
  cents: number;
  gap: DonorGap | null;
  donor: ReceiptDonor;
  email: string | null;
  locale: "fr" | "en";
  donorId: string | null;
  methods: PaymentMethod[];
  sources: Source[];
};

/** What the receipt of a payment, a gift in kind or an expense claim certifies: all that its donor gave in its period. Null when nothing of it is left, or a receipt has it. */
export async function receivableOf(db: Db, sourceId: string): Promise<Receivable | null> {
  const isIt = sql`it.id = ${sourceId}`;
  const { rows: own } = await db.execute<Own>(
    sql`select giver, series, period_from::text as from, period_to::text as to, donor_id as donor, email
      from (${certifiable({ gifts: isIt, inKind: isIt, expenses: isIt })}) one`,
  );
  const [one] = own;
  if (!one) return null;
  const { rows } = await db.execute<Receivable>(sql`
    select giver, series, period_from::text as "periodFrom", period_to::text as "periodTo", cents::float8 as cents, ${gapOf} as gap, donor,
      email::text as email, locale, donor_id as "donorId", methods, sources
    from (${receivable(theirs(sourceId, one))}) whole
    where giver = ${one.giver} and period_from = ${one.from}::date and period_to = ${one.to}::date`);
  return rows[0] ?? null;
}

type Own = { giver: string; series: ReceiptSeries; from: string; to: string; donor: string | null; email: string | null };

/** What the giver of a source gave in its period. */
function theirs(sourceId: string, one: Own): Which {
  if (one.series === "EXP")
    return {
      gifts: sql`false`,
      inKind: sql`false`,
      expenses: sql`it.user_id = ${one.donor} and it.spent_on between ${one.from}::date and ${one.to}::date`,
    };
  // On the index of each way in which a gift is somebody's: by the pledge, the account or the address. As an array, which PostgreSQL expects to be
  // short; of the same rows after `in` it expects many, and reads all payments of the period.
  const which = sql`it.received_on between ${one.from}::date and ${one.to}::date and it.id = any(array(select id from payments where id = ${sourceId}
    union select id from payments where donor_id = ${one.donor}
    union select id from payments where donor_email = ${one.email}
    union select paid.id from payments paid join users account on account.id = paid.donor_id
      where account.email = ${one.email} and account.email_verified_at is not null
    union select paid.id from payments paid join pledges sent on sent.id = paid.pledge_id where sent.email = ${one.email}))`;
  const given = sql`it.received_on between ${one.from}::date and ${one.to}::date and (it.id = ${sourceId} or it.email = ${one.email})`;
  return { gifts: which, inKind: given, expenses: sql`false` };
}

/** Gifts of the periods that end in these years, of which those of companies begin in the year before, and expenses of the years. */
const ofYears = (first: number, last = first): Which => ({
  gifts: sql`it.received_on between ${`${first - 1}-01-01`}::date and ${`${last}-12-31`}::date`,
  inKind: sql`it.received_on between ${`${first}-01-01`}::date and ${`${last}-12-31`}::date`,
  expenses: sql`it.spent_on between ${`${first}-01-01`}::date and ${`${last}-12-31`}::date`,
});

/** The receipts of periods that ended in some years, before today, each by its first source, and what blocks it. */
export const endedReceivable = (first: number, last: number, today: string) => sql`
  select source_id, period_to, ${gapOf} as gap from (${receivable(ofYears(first, last))}) every
  where period_to >= ${`${first}-01-01`}::date and period_to < ${today}::date`;

/** The first payment or gift in kind, or the first expense claim, of each receipt that may be issued for a year: nothing blocks it, and its period is over. */
export const readyToIssue = (year: number, today: string, of: "gifts" | "expenses") => sql`
  select source_id from (${receivable({ ...ofYears(year), ...(of === "gifts" ? { expenses: sql`false` } : { gifts: sql`false`, inKind: sql`false` }) })}) ready
  where ${gapOf} is null and extract(year from period_to) = ${year} and period_to < ${today}::date`;

/** Who gave payments, and the receipt that certifies each. */
export async function namesOfPayments(db: Db, which: SQL) {
  return db
    .select({
      id: payments.id,
      name: sql<string>`coalesce(nullif(${pledges.company}, ''), ${pledges.name}, ${payments.donorName}, '–')`,
      receiptId: fiscalReceiptSources.receiptId,
    })
    .from(payments)
    .leftJoin(pledges, eq(pledges.id, payments.pledgeId))
    .leftJoin(fiscalReceiptSources, and(eq(fiscalReceiptSources.paymentId, payments.id), eq(fiscalReceiptSources.live, true)))
    .where(which);
}

type Sums = { ready: number; readyCents: number; due: number; blocked: number; blockedCents: number; items: ReceiptToCome[] };

/**
 * The receipts to come of periods that end in a year: how many and how much, how many are due, and the first of them: those whose address or legal
 * form is missing, then those that are ready, then those of donors that nobody knows.
 */
export async function receivableIn(db: Db, year: number, today: string) {
  const { rows } = await db.execute<Sums>(sql`
    with whole as materialized (select *, ${gapOf} as gap from (${receivable(ofYears(year))}) every where extract(year from period_to) = ${year})
    select (count(*) filter (where gap is null))::int as ready, coalesce(sum(cents) filter (where gap is null), 0)::float8 as "readyCents",
      (count(*) filter (where gap is null and period_to < ${today}::date))::int as due,
      (count(*) filter (where gap is not null))::int as blocked, coalesce(sum(cents) filter (where gap is not null), 0)::float8 as "blockedCents",
      (select coalesce(jsonb_agg(to_jsonb(listed)), '[]') from (
        select source_id as "sourceId", coalesce(nullif(donor->>'company', ''), donor->>'name') as name, series, period_from::text as "periodFrom",
          period_to::text as "periodTo", cents as "amountCents", sources_count as sources, in_kind_count as "inKind", gap,
          coalesce(gap = 'no_address' and email is not null, false) as "mayAsk"
        from whole order by array_position(array['no_address', 'no_legal_form', 'ready', 'unknown_donor'], coalesce(gap, 'ready')), name, period_to, source_id
        limit ${maxToComeShown}) listed) as items
    from whole`);
  const [sums] = rows;
  if (!sums) throw new Error("sums without a row");
  const { ready, readyCents, due, blocked, blockedCents, items } = sums;
  return { ready: { receipts: ready, cents: readyCents }, due, blocked: { receipts: blocked, cents: blockedCents }, items };
}
