import { sql } from "drizzle-orm";
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
import { bytea, citext, instant, oneOf, record } from "#backend/db/columns";
import { wordIndex } from "#backend/db/word-search";
import { expenseClaims } from "#backend/modules/expense-claims/tables";
import { giftsInKind } from "#backend/modules/gifts-in-kind/tables";
import { payments } from "#backend/modules/payments/tables";
import { users } from "#backend/modules/users/tables";
import { type ReceiptDonor, type ReceiptIssuer, receiptArticles, receiptSeries, receiptStatuses } from "#contract/giving/fiscal-receipts";
import { type PaymentMethod, paymentMethods } from "#contract/giving/payments";

/**
 * Tax receipts, as they were issued. Triggers of the migration hold that none is deleted or changed (it is cancelled once, sent, and emptied after its
 * six years), and that its amount is the sum of its payments and gifts in kind, or of its expense claims in the series EXP.
 */
export const fiscalReceipts = pgTable(
  "fiscal_receipts",
  {
    ...record,
    series: text({ enum: receiptSeries }).notNull(),
    year: smallint().notNull(),
    number: integer().notNull(),
    /** As people read it: `IND-2026-000123`. */
    displayNumber: text().notNull().unique(),
    issuer: jsonb().$type<ReceiptIssuer>(),
    donor: jsonb().$type<ReceiptDonor>(),
    /** The name on it, for searches. */
    donorName: text(),
    /** Whom it is sent to, and the account that finds it among its own. */
    donorEmail: citext(),
    donorId: uuid().references(() => users.id),
    article: text({ enum: receiptArticles }).notNull(),
    /** The form of the tax office with its version, as `11580*05`. */
    form: text().notNull(),
    amountCents: bigint({ mode: "number" }).notNull(),
    /** The means by which the money came; none for expenses that were given up, or for gifts in kind. */
    methods: text({ enum: paymentMethods }).array().$type<PaymentMethod[]>().notNull(),
    periodFrom: date().notNull(),
    periodTo: date().notNull(),
    issuedAt: instant().notNull(),
    issuedBy: uuid().references(() => users.id),
    status: text({ enum: receiptStatuses }).notNull().default("issued"),
    cancelReason: text(),
    cancelledAt: instant(),
    cancelledBy: uuid().references(() => users.id),
    replacesId: uuid().references((): AnyPgColumn => fiscalReceipts.id),
    /** The file that every download sends, and its hash. */
    pdf: bytea(),
    sha256: text(),
    sentAt: instant(),
    /** When who gave was erased from it, with its file: its number and amount stay. */
    erasedAt: instant(),
  },
  (t) => [
    unique("fiscal_receipts_number").on(t.series, t.year, t.number),
    unique("fiscal_receipts_replaced_once").on(t.replacesId),
    check("fiscal_receipts_series", sql`${t.series} in (${oneOf(receiptSeries)})`),
    check("fiscal_receipts_article", sql`(${t.series} = 'COM') = (${t.article} = '238bis')`),
    check(
      "fiscal_receipts_display",
      sql`${t.displayNumber} = ${t.series} || '-' || ${t.year} || '-' || lpad(${t.number}::text, greatest(6, length(${t.number}::text)), '0')`,
    ),
    check("fiscal_receipts_counted", sql`${t.number} > 0 and ${t.amountCents} > 0`),
    check("fiscal_receipts_period", sql`${t.periodTo} - ${t.periodFrom} between 0 and 365`),
    check("fiscal_receipts_civil_year", sql`${t.series} = 'COM' or extract(year from ${t.periodFrom}) = extract(year from ${t.periodTo})`),
    check(
      "fiscal_receipts_cancelled",
      sql`case ${t.status} when 'issued' then ${t.cancelledAt} is null and ${t.cancelReason} is null
        when 'cancelled' then ${t.cancelledAt} is not null and ${t.cancelReason} is not null else false end`,
    ),
    check(
      "fiscal_receipts_whole",
      sql`case when ${t.erasedAt} is null then ${t.issuer} is not null and ${t.donor} is not null and ${t.donorName} is not null and ${t.pdf} is not null
          and ${t.sha256} = encode(sha256(${t.pdf}), 'hex')
        else num_nonnulls(${t.issuer}, ${t.donor}, ${t.donorName}, ${t.donorEmail}, ${t.donorId}, ${t.pdf}, ${t.sha256}) = 0 end`,
    ),
    wordIndex("fiscal_receipts", [t.displayNumber, t.donorName]),
    index("fiscal_receipts_by_day").on(t.issuedAt, t.id),
    index("fiscal_receipts_by_amount").on(t.amountCents, t.id),
    index("fiscal_receipts_by_year").on(t.year, t.issuedAt, t.id),
    index("fiscal_receipts_by_series").on(t.series, t.issuedAt, t.id),
    index("fiscal_receipts_cancelled_by_day").on(t.issuedAt, t.id).where(sql`${t.status} = 'cancelled'`),
    index("fiscal_receipts_cancelled_of_year").on(t.year, t.cancelledAt).where(sql`${t.status} = 'cancelled'`),
    index("fiscal_receipts_of_address").on(t.donorEmail, t.issuedAt).where(sql`${t.donorEmail} is not null`),
    index("fiscal_receipts_of_donor").on(t.donorId, t.issuedAt).where(sql`${t.donorId} is not null`),
  ],
);

/** The payments and gifts in kind, or the expense claims, of a receipt: each is on one receipt that counts. A trigger writes `live`. */
export const fiscalReceiptSources = pgTable(
  "fiscal_receipt_sources",
  {
    id: uuid().primaryKey().defaultRandom(),
    receiptId: uuid()
      .notNull()
      .references(() => fiscalReceipts.id),
    paymentId: uuid().references(() => payments.id),
    expenseClaimId: uuid().references(() => expenseClaims.id),
    giftInKindId: uuid().references(() => giftsInKind.id),
    /** What was left of the payment when the receipt was issued, or the amount of the claim, or the value of the gift. */
    cents: integer().notNull(),
    live: boolean().notNull().default(true),
  },
  (t) => [
    check("fiscal_receipt_sources_cents", sql`${t.cents} > 0`),
    check("fiscal_receipt_sources_kind", sql`num_nonnulls(${t.paymentId}, ${t.expenseClaimId}, ${t.giftInKindId}) = 1`),
    unique("fiscal_receipt_sources_once").on(t.receiptId, t.paymentId),
    unique("fiscal_receipt_sources_claim_once").on(t.receiptId, t.expenseClaimId),
    unique("fiscal_receipt_sources_gift_once").on(t.receiptId, t.giftInKindId),
    index("fiscal_receipt_sources_of_gift").on(t.giftInKindId).where(sql`${t.giftInKindId} is not null`),
    uniqueIndex("fiscal_receipt_sources_live_gift").on(t.giftInKindId).where(sql`${t.live} and ${t.giftInKindId} is not null`),
    index("fiscal_receipt_sources_of_payment").on(t.paymentId),
    uniqueIndex("fiscal_receipt_sources_live").on(t.paymentId).where(sql`${t.live}`),
    index("fiscal_receipt_sources_of_claim").on(t.expenseClaimId).where(sql`${t.expenseClaimId} is not null`),
    uniqueIndex("fiscal_receipt_sources_live_claim").on(t.expenseClaimId).where(sql`${t.live} and ${t.expenseClaimId} is not null`),
  ],
);

/**
 * The receipts that could be issued when this was last counted, each by one of its sources, and since when: the queue of staff. One that was issued since is left out by
 * its source.
 */
export const dueReceipts = pgTable("due_receipts", { ...record, sourceId: uuid().notNull().unique(), dueSince: instant().notNull() });

/** The declarations of a year's receipts that were filed with the tax office. The last one counts; a trigger holds that none is changed or deleted. */
export const annualDeclarations = pgTable(
  "annual_declarations",
  {
    ...record,
    year: smallint().notNull(),
    /** 1 for the first declaration of a year, more for corrected ones. */
    place: smallint().notNull(),
    filedOn: date().notNull(),
    reference: text().notNull(),
    /** The receipts that it declares, and their sum. What counts today is compared with them. */
    receipts: integer().notNull(),
    cents: bigint({ mode: "number" }).notNull(),
    /** From when on cancellations explain a difference: the time of the record where its sums were those of that time, or else the start of the day it was filed. */
    countedAt: instant().notNull(),
    recordedBy: uuid()
      .notNull()
      .references(() => users.id),
  },
  (t) => [
    check("annual_declarations_year_over", sql`${t.filedOn} > make_date(${t.year}, 12, 31)`),
    check("annual_declarations_reference", sql`length(${t.reference}) between 1 and 100`),
    check("annual_declarations_counted", sql`${t.receipts} >= 0 and ${t.cents} >= 0 and (${t.receipts} = 0) = (${t.cents} = 0)`),
    check("annual_declarations_placed", sql`${t.place} > 0`),
    check("annual_declarations_not_ahead", sql`${t.countedAt} <= ${t.createdAt}`),
    unique("annual_declarations_place").on(t.year, t.place),
  ],
);
