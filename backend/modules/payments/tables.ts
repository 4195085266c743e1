import { type SQLWrapper, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { citext, instant, oneOf, record } from "#backend/db/columns";
import { wordIndex } from "#backend/db/word-search";
import { memberships } from "#backend/modules/memberships/tables";
import { pledges } from "#backend/modules/pledges/tables";
import { projects } from "#backend/modules/projects/tables";
import { users } from "#backend/modules/users/tables";
import { paymentMethods, reversals } from "#contract/giving/payments";
import { allocations } from "#contract/giving/pledges";
import { lineDoubts, lineStates, statementFormats } from "#contract/giving/statements";
import type { Pieces } from "#contract/giving/takings";

/** The year of a day, as the index of the journal has it. */
export const yearOf = (day: SQLWrapper) => sql`(extract(year from ${day}))`;

/** A slip with which cheques were brought to the bank. */
export const chequeDeposits = pgTable(
  "cheque_deposits",
  {
    ...record,
    number: text().notNull().unique(),
    depositedOn: date().notNull(),
    createdBy: uuid().references(() => users.id),
    submission: uuid().notNull().unique(),
  },
  (t) => [index("cheque_deposits_by_day").on(t.createdAt, t.id)],
);

/** The cash that was there on a day, by note and coin, beside what the payments say. */
export const cashCounts = pgTable(
  "cash_counts",
  {
    ...record,
    countedOn: date().notNull(),
    pieces: jsonb().$type<Pieces>().notNull(),
    countedCents: bigint({ mode: "number" }).notNull(),
    recordedCents: bigint({ mode: "number" }).notNull(),
    note: text(),
    createdBy: uuid().references(() => users.id),
    submission: uuid().notNull().unique(),
  },
  (t) => [check("cash_counts_cents", sql`${t.countedCents} >= 0`), index("cash_counts_by_day").on(t.createdAt, t.id)],
);

/** A statement of the bank account that somebody imported. It has the id of the file that it was read from, so that a file is imported once. */
export const statements = pgTable(
  "statements",
  {
    ...record,
    fileName: text().notNull(),
    format: text({ enum: statementFormats }).notNull(),
    /** Its first and last day of money that came; null where none came. */
    firstDay: date(),
    lastDay: date(),
    /** What is no line of it: lines of an earlier statement, money that left the account, that the bank took back, and what was not booked. */
    known: integer().notNull(),
    debits: integer().notNull(),
    reversed: integer().notNull().default(0),
    unbooked: integer().notNull(),
    createdBy: uuid().references(() => users.id),
  },
  (t) => [index("statements_by_day").on(t.createdAt, t.id)],
);

/** Money that came to the bank account, in cents of euros. A trigger makes it wait again once all its payments were mistakes, and none was returned. */
export const statementLines = pgTable(
  "statement_lines",
  {
    ...record,
    statementId: uuid()
      .notNull()
      .references(() => statements.id),
    /** Its place in the file. */
    place: integer().notNull(),
    day: date().notNull(),
    amountCents: integer().notNull(),
    /** Who paid and what for, as the bank says it, without account numbers. */
    name: text(),
    text: text().notNull(),
    /** A hash of what the bank says of it: a line of two statements is stored once. */
    fingerprint: text().notNull().unique(),
    state: text({ enum: lineStates }).notNull(),
    /** Why it was not matched when it was imported. */
    doubt: text({ enum: lineDoubts }),
    /** Why somebody set it aside. */
    reason: text(),
    /** When it was last made to wait again. */
    undoneAt: instant(),
  },
  (t) => [
    check("statement_lines_amount", sql`${t.amountCents} between 1 and 1000000000`),
    check("statement_lines_state", sql`${t.state} in (${oneOf(lineStates)})`),
    check("statement_lines_doubt", sql`${t.doubt} in (${oneOf(lineDoubts)})`),
    index("statement_lines_of_statement").on(t.statementId, t.state, t.place, t.id),
    index("statement_lines_in_turn").on(t.statementId, t.place, t.id),
    index("statement_lines_waiting").on(t.day).where(sql`${t.state} = 'waiting'`),
  ],
);

/**
 * Money that came, and money that was taken back (`refund_of`), in cents of euros. Triggers of the migrations hold that rows do not change, that a
 * reversal follows its payment (a mistake has its day, means and count), what was taken back of each, and that a cheque is on one slip with all its
 * parts.
 */
export const payments = pgTable(
  "payments",
  {
    ...record,
    receivedOn: date().notNull(),
    /** Always above zero: what is taken back is a row of its own, with `refund_of`. */
    amountCents: integer().notNull(),
    /** What sums add up. */
    signedCents: integer().notNull().generatedAlwaysAs(sql`case when refund_of is null then amount_cents else -amount_cents end`),
    method: text({ enum: paymentMethods }).notNull(),
    pledgeId: uuid().references(() => pledges.id),
    /** The membership whose dues it pays: such a payment is no gift. Its donor is the member, by a trigger. */
    membershipId: uuid().references(() => memberships.id),
    /** Of a pledge, they are the pledge's, by a trigger. */
    allocation: text({ enum: allocations }).notNull().default("any"),
    projectId: uuid().references(() => projects.id),
    /** Who gave, where there is no pledge that says so. */
    donorId: uuid().references(() => users.id),
    donorName: text(),
    donorEmail: citext(),
    refundOf: uuid().references((): AnyPgColumn => payments.id),
    reversal: text({ enum: reversals }),
    reason: text(),
    /** What was taken back of it, by a trigger: never more than all. */
    refundedCents: integer().notNull().default(0),
    chequeNumber: text(),
    chequeBank: text(),
    depositId: uuid().references(() => chequeDeposits.id),
    /** The corrected cheque in whose place this one is on its slip. */
    replaces: uuid().references((): AnyPgColumn => payments.id),
    countId: uuid().references(() => cashCounts.id),
    /** The line of a bank statement that it came with. */
    statementLineId: uuid().references(() => statementLines.id),
    /** What the provider of card payments calls it: each of its payments and refunds is recorded once. */
    providerReference: text(),
    /** The form that it was sent with, and which part of it: sent again, it is the same. */
    submission: uuid().notNull(),
    part: smallint().notNull().default(0),
    createdBy: uuid().references(() => users.id),
  },
  (t) => [
    check("payments_amount", sql`${t.amountCents} between 1 and 1000000000`),
    check("payments_method", sql`${t.method} in (${oneOf(paymentMethods)})`),
    check("payments_allocation", sql`${t.allocation} in (${oneOf(allocations)})`),
    check("payments_reversal", sql`${t.reversal} in (${oneOf(reversals)})`),
    check(
      "payments_reversal_of",
      sql`(${t.refundOf} is null) = (${t.reversal} is null) and (${t.refundOf} is null) = (${t.reason} is null)`,
    ),
    check(
      "payments_refunded",
      sql`${t.refundedCents} between 0 and ${t.amountCents} and (${t.refundOf} is null or ${t.refundedCents} = 0)`,
    ),
    check("payments_donor", sql`${t.pledgeId} is not null or ${t.donorName} is not null or ${t.donorId} is not null`),
    check("payments_dues", sql`${t.membershipId} is null or ${t.pledgeId} is null`),
    check("payments_cheque", sql`${t.method} = 'cheque' or (${t.chequeNumber} is null and ${t.chequeBank} is null)`),
    check("payments_deposit", sql`${t.depositId} is null or (${t.method} = 'cheque' and ${t.refundOf} is null)`),
    check("payments_replaces", sql`${t.replaces} is null or ${t.depositId} is not null`),
    check("payments_count", sql`${t.countId} is null or ${t.method} = 'cash'`),
    check("payments_line", sql`${t.statementLineId} is null or (${t.method} = 'transfer' and ${t.refundOf} is null)`),
    check("payments_provider", sql`${t.providerReference} is null or ${t.method} in ('card', 'sepa_debit')`),
    uniqueIndex("payments_provider_once").on(t.providerReference).where(sql`${t.providerReference} is not null`),
    index("payments_of_provider").on(t.receivedOn, t.id).where(sql`${t.providerReference} is not null and ${t.refundOf} is null`),
    unique("payments_submission").on(t.submission, t.part),
    wordIndex("payments", [t.donorName, t.donorEmail, t.chequeNumber]),
    index("payments_by_day").on(t.receivedOn, t.id),
    index("payments_by_amount").on(t.signedCents, t.id),
    index("payments_by_method").on(t.method, t.receivedOn, t.id),
    index("payments_by_project").on(t.projectId, t.receivedOn, t.id).where(sql`${t.projectId} is not null`),
    index("payments_by_allocation").on(t.allocation, t.receivedOn, t.id),
    // The journal of a year, in the order in which its entries are numbered.
    index("payments_by_year").on(yearOf(t.receivedOn), t.createdAt, t.id),
    index("payments_by_reversal").on(t.reversal, t.receivedOn, t.id).where(sql`${t.reversal} is not null`),
    index("payments_with_refunds").on(t.receivedOn, t.id).where(sql`${t.refundedCents} > 0`),
    index("payments_of_dues").on(t.receivedOn, t.id).where(sql`${t.membershipId} is not null`),
    index("payments_by_pledge").on(t.pledgeId, t.receivedOn).where(sql`${t.pledgeId} is not null`),
    index("payments_by_membership").on(t.membershipId).where(sql`${t.membershipId} is not null`),
    index("payments_by_donor").on(t.donorId).where(sql`${t.donorId} is not null`),
    index("payments_by_address").on(t.donorEmail).where(sql`${t.donorEmail} is not null`),
    index("payments_reversals").on(t.refundOf).where(sql`${t.refundOf} is not null`),
    uniqueIndex("payments_replaced_once").on(t.replaces).where(sql`${t.replaces} is not null`),
    index("payments_of_line").on(t.statementLineId).where(sql`${t.statementLineId} is not null`),
    // A line is given once, until its payment is taken back.
    uniqueIndex("payments_line_once")
      .on(t.statementLineId, t.part)
      .where(sql`${t.statementLineId} is not null and ${t.refundedCents} < ${t.amountCents}`),
    index("payments_of_deposit").on(t.depositId).where(sql`${t.depositId} is not null`),
    index("payments_of_count").on(t.countId).where(sql`${t.countId} is not null`),
    index("payments_to_deposit")
      .on(t.receivedOn, t.id)
      .where(sql`${t.method} = 'cheque' and ${t.depositId} is null and ${t.refundOf} is null`),
    index("payments_to_count").on(t.receivedOn, t.id).where(sql`${t.method} = 'cash' and ${t.countId} is null`),
  ],
);

/**
 * Refunds of a payment that the provider has not made yet: they count in no sum, nothing else of their payment is returned meanwhile, and they are gone
 * once they are made or have failed. One that was ordered here has its form, its reason and who ordered it, which its reversal gets.
 */
export const waitingRefunds = pgTable(
  "waiting_refunds",
  {
    ...record,
    paymentId: uuid()
      .notNull()
      .references(() => payments.id),
    /** What the provider calls it. */
    providerReference: text().notNull().unique(),
    amountCents: integer().notNull(),
    submission: uuid().unique(),
    reason: text(),
    orderedBy: uuid().references(() => users.id),
  },
  (t) => [
    check("waiting_refunds_amount", sql`${t.amountCents} > 0`),
    check("waiting_refunds_ordered", sql`num_nonnulls(${t.submission}, ${t.reason}) in (0, 2)`),
    index("waiting_refunds_of_payment").on(t.paymentId),
  ],
);

/** What a bank disputes of a payment and nobody has decided, as the provider had it when the payment was last read again. */
export const openDisputes = pgTable(
  "open_disputes",
  {
    ...record,
    paymentId: uuid()
      .notNull()
      .references(() => payments.id),
    /** What the provider calls it. */
    providerReference: text().notNull().unique(),
    amountCents: integer().notNull(),
    /** Whether it waits for an answer, and until which day; else the bank examines the answer. */
    needsAnswer: boolean().notNull(),
    answerBy: date(),
  },
  (t) => [check("open_disputes_amount", sql`${t.amountCents} > 0`), index("open_disputes_of_payment").on(t.paymentId)],
);

/** Which payment of HelloAsso a payment was imported from: each of its references is imported once, a part for the gift and one for the dues in it. */
export const helloassoPayments = pgTable(
  "helloasso_payments",
  {
    paymentId: uuid()
      .primaryKey()
      .references(() => payments.id),
    reference: text().notNull(),
    part: smallint().notNull(),
    /** Whether HelloAsso has issued a tax receipt for it, and its number there: this site then issues none. */
    receipted: boolean().notNull(),
    receiptNumber: text(),
    createdAt: instant().notNull().defaultNow(),
  },
  (t) => [
    unique("helloasso_payments_once").on(t.reference, t.part),
    check("helloasso_payments_part", sql`${t.part} in (0, 1)`),
    check("helloasso_payments_receipt", sql`${t.receipted} or ${t.receiptNumber} is null`),
  ],
);
