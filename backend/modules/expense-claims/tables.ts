import { sql } from "drizzle-orm";
import { boolean, check, date, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant, oneOf, record } from "#backend/db/columns";
import { wordIndex } from "#backend/db/word-search";
import { documents } from "#backend/modules/documents/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { users } from "#backend/modules/users/tables";
import { claimKinds, claimStates } from "#contract/charity/expense-claims";
import { vehicles } from "#contract/charity/mileage-rates";

/** What a kilometre is worth from one day to another, in thousandths of a euro. Periods of a vehicle never overlap (exclusion constraint in the migration). */
export const mileageRates = pgTable(
  "mileage_rates",
  {
    ...record,
    vehicle: text({ enum: vehicles }).notNull(),
    milliEuros: integer().notNull(),
    /** For how many kilometres of a year it applies; null without limit. */
    yearlyKilometres: integer(),
    /** By how many per cent it is raised for a vehicle that is all electric. */
    raisePercent: integer(),
    validFrom: date().notNull(),
    /** The last day it applies; null for a rate without end. */
    validTo: date(),
    /** Where the rate comes from. */
    basis: text(),
    version: integer().notNull().default(1),
  },
  (t) => [
    check("mileage_rates_vehicle", sql`${t.vehicle} in (${oneOf(vehicles)})`),
    check("mileage_rates_amount", sql`${t.milliEuros} between 1 and 10000`),
    check("mileage_rates_yearly", sql`${t.yearlyKilometres} > 0`),
    check("mileage_rates_raise", sql`${t.raisePercent} between 1 and 100`),
    check("mileage_rates_days", sql`${t.validTo} >= ${t.validFrom}`),
  ],
);

/**
 * What a volunteer spent and does not want back. Triggers of the migration hold that a claim is decided once, that what was sent does not change, and
 * that an accepted one stays: it is the proof of a tax receipt, emptied after its six years.
 */
export const expenseClaims = pgTable(
  "expense_claims",
  {
    ...record,
    userId: uuid()
      .notNull()
      .references(() => users.id),
    spentOn: date().notNull(),
    kind: text({ enum: claimKinds }).notNull(),
    reason: text().notNull(),
    sectorId: uuid().references(() => sectors.id),
    vehicle: text({ enum: vehicles }),
    kilometres: integer(),
    /** What a kilometre was worth on that day. */
    milliEuros: integer(),
    /** By how many per cent that was raised, since the vehicle is all electric. */
    raisePercent: integer().notNull().default(0),
    amountCents: integer().notNull(),
    documentId: uuid().references(() => documents.id),
    /** The sentence by which the reimbursement was waived, as it was accepted, and when. */
    waiver: text().notNull(),
    waivedAt: instant().notNull(),
    status: text({ enum: claimStates }).notNull().default("sent"),
    deciderId: uuid().references(() => users.id),
    decidedAt: instant(),
    declineReason: text(),
    /** When what was written was erased from it: day, amount and decision stay. */
    erasedAt: instant(),
    version: integer().notNull().default(1),
  },
  (t) => [
    check("expense_claims_vehicle", sql`${t.vehicle} in (${oneOf(vehicles)})`),
    check("expense_claims_amount", sql`${t.amountCents} between 1 and 6000000`),
    check(
      "expense_claims_kind",
      sql`case ${t.kind}
        when 'journey' then ${t.vehicle} is not null and ${t.kilometres} between 1 and 3000 and ${t.milliEuros} > 0
          and ${t.raisePercent} between 0 and 100
          and ${t.amountCents} = greatest(1, round(${t.kilometres} * ${t.milliEuros} * ((100 + ${t.raisePercent}) / 1000.0)))
        when 'cost' then ${t.raisePercent} = 0 and num_nonnulls(${t.vehicle}, ${t.kilometres}, ${t.milliEuros}) = 0 and (${t.documentId} is not null or ${t.erasedAt} is not null)
        else false end`,
    ),
    check("expense_claims_kinds", sql`${t.kind} in (${oneOf(claimKinds)})`),
    check("expense_claims_not_by_oneself", sql`${t.deciderId} <> ${t.userId}`),
    check("expense_claims_begun", sql`${t.spentOn} <= (${t.waivedAt} at time zone 'Europe/Paris')::date`),
    check(
      "expense_claims_status",
      sql`case ${t.status}
        when 'sent' then num_nonnulls(${t.deciderId}, ${t.decidedAt}, ${t.declineReason}) = 0
        when 'withdrawn' then num_nonnulls(${t.deciderId}, ${t.decidedAt}, ${t.declineReason}) = 0
        when 'accepted' then ${t.deciderId} is not null and ${t.decidedAt} is not null and ${t.declineReason} is null
        when 'declined' then ${t.deciderId} is not null and ${t.decidedAt} is not null and ${t.declineReason} is not null
        else false end`,
    ),
    wordIndex("expense_claims", [t.reason]),
    index("expense_claims_of_person").on(t.userId, t.spentOn, t.id),
    index("expense_claims_by_sending").on(t.waivedAt, t.id),
    index("expense_claims_by_day").on(t.spentOn, t.id),
    index("expense_claims_by_amount").on(t.amountCents, t.id),
    index("expense_claims_by_status").on(t.status, t.waivedAt, t.id),
    index("expense_claims_by_status_day").on(t.status, t.spentOn, t.id),
    index("expense_claims_by_sector").on(t.sectorId).where(sql`${t.sectorId} is not null`),
    index("expense_claims_by_file").on(t.documentId).where(sql`${t.documentId} is not null`),
  ],
);

/** What somebody has typed of a claim and not sent. Nobody else reads it. */
export const expenseDrafts = pgTable(
  "expense_drafts",
  {
    ...record,
    userId: uuid()
      .notNull()
      .references(() => users.id),
    spentOn: date(),
    kind: text({ enum: claimKinds }),
    reason: text().notNull().default(""),
    sectorId: uuid().references(() => sectors.id),
    vehicle: text({ enum: vehicles }),
    electric: boolean().notNull().default(false),
    kilometres: integer(),
    amountCents: integer(),
    documentId: uuid().references(() => documents.id),
    /** The declined claim that it corrects: its proof is the same file, and its year may still be claimed. */
    correctsId: uuid()
      .unique()
      .references(() => expenseClaims.id, { onDelete: "set null" }),
    version: integer().notNull().default(1),
  },
  (t) => [
    check("expense_drafts_kind", sql`${t.kind} in (${oneOf(claimKinds)})`),
    check("expense_drafts_vehicle", sql`${t.vehicle} in (${oneOf(vehicles)})`),
    index("expense_drafts_of_person").on(t.userId, t.updatedAt),
    index("expense_drafts_by_sector").on(t.sectorId).where(sql`${t.sectorId} is not null`),
    index("expense_drafts_by_file").on(t.documentId).where(sql`${t.documentId} is not null`),
  ],
);
