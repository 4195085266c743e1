import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { anyOf, by, byEmail, ofAccounts, type PersonalData, sentFrom, throughSent } from "#backend/privacy/personal-data";
import { countChanged, type OldRows, retentionLimit } from "#backend/privacy/retention";

/** What is left of a payment for the accounts: how much, when, how. Of a pledge, the pledge says who gave. */
const anonymisePayments = (db: Db, which: SQL) =>
  countChanged(
    db,
    sql`update payments it set donor_name = case when it.pledge_id is null then left(it.id::text, 8) end, donor_email = null, donor_id = null,
      cheque_number = null, cheque_bank = null, reason = case when it.reason is not null then '' end where ${which}`,
  );

const isNamed = sql`(it.donor_id is not null or it.donor_email is not null or it.donor_name <> left(it.id::text, 8)
  or it.cheque_number is not null or it.cheque_bank is not null or it.reason <> '')`;

const ofDonors = { loggedAs: "payment", erasure: "anonymise", because: "accounting", anonymise: anonymisePayments } as const;

/** What is left of a line of a bank statement: when and how much. */
const anonymiseLines = (db: Db, which: SQL) =>
  countChanged(
    db,
    sql`update statement_lines it set name = null, text = '', reason = case when it.reason is not null then '' end where ${which}`,
  );

/** Why a refund was ordered that waits. Its amount and its payment stay, until it is made. */
const anonymiseWaiting = (db: Db, which: SQL) =>
  countChanged(db, sql`update waiting_refunds it set reason = '' where it.reason is not null and ${which}`);

const ofWaiting = {
  ...{ through: true, hidden: ["provider_reference", "submission"], anonymise: anonymiseWaiting },
  ...({ erasure: "anonymise", because: "accounting" } as const),
};

const isWritten = sql`(it.name is not null or it.text <> '' or it.reason <> '')`;

/** Lines by the payments that were recorded of them, which are anonymised after them. Of a mistake, the line is somebody else's. */
const throughPayments = (about: SQL) => sql`it.id in (select paid.statement_line_id from payments paid left join pledges sent
  on sent.id = paid.pledge_id where paid.statement_line_id is not null and ${about}
  and paid.amount_cents > (select coalesce(sum(wrong.amount_cents), 0) from payments wrong where wrong.refund_of = paid.id and wrong.reversal = 'mistake'))`;

const ofLines = { through: true, erasure: "anonymise", because: "accounting", anonymise: anonymiseLines } as const;

/** Money: accounting documents are retained for ten years, without a name once the person is erased. */
export const personalData: PersonalData[] = [
  {
    table: "statement_lines",
    columns: ["name"],
    ...ofAccounts((ids) => throughPayments(sql`paid.donor_id in ${ids}`)),
    hidden: ["fingerprint"],
    ...ofLines,
  },
  {
    table: "statement_lines",
    columns: [],
    about: (whom) => throughPayments(anyOf([sentFrom(whom, "donor_email", "paid"), sentFrom(whom, "email", "sent")])),
    hidden: ["fingerprint"],
    ...ofLines,
  },
  {
    table: "waiting_refunds",
    columns: [],
    ...ofAccounts((ids) => sql`it.payment_id in (select id from payments where donor_id in ${ids})`),
    ...ofWaiting,
  },
  {
    table: "waiting_refunds",
    columns: [],
    about: (whom) =>
      sql`it.payment_id in (select paid.id from payments paid left join pledges sent on sent.id = paid.pledge_id
        where ${anyOf([sentFrom(whom, "donor_email", "paid"), sentFrom(whom, "email", "sent")])})`,
    ...ofWaiting,
  },
  { table: "payments", columns: ["donor_id", "donor_name"], ...by("donor_id"), hidden: ["submission"], ...ofDonors },
  {
    table: "payments",
    columns: ["donor_email", "donor_name"],
    ...byEmail("donor_email", sql`it.donor_id is null`),
    hidden: ["submission"],
    ...ofDonors,
  },
  { table: "payments", columns: [], ...throughSent("pledge_id", "pledges"), hidden: ["submission"], ...ofDonors },
];

const recorded = "who recorded it: staff, in the exercise of their office";

export const notPersonal = {
  "payments.created_by": recorded,
  "waiting_refunds.ordered_by": recorded,
  "cheque_deposits.created_by": recorded,
  "cash_counts.created_by": recorded,
  "statements.created_by": recorded,
  "statements.file_name": "what a file of the bank is called, without account numbers",
};

export const retention: OldRows[] = [
  {
    kind: "accounting",
    table: "payments",
    where: (now) => sql`${isNamed} and it.created_at <= ${retentionLimit("accounting", now)}`,
    act: ({ db }, where) => anonymisePayments(db, where),
  },
  {
    kind: "accounting",
    table: "waiting_refunds",
    where: (now) => sql`it.reason <> '' and it.created_at <= ${retentionLimit("accounting", now)}`,
    act: ({ db }, where) => anonymiseWaiting(db, where),
  },
  {
    kind: "accounting",
    table: "statement_lines",
    where: (now) => sql`${isWritten} and it.created_at <= ${retentionLimit("accounting", now)}`,
    act: ({ db }, where) => anonymiseLines(db, where),
  },
];
