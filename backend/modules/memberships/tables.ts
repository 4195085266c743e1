import { and, eq, gte, lte, type Placeholder, sql } from "drizzle-orm";
import { boolean, check, date, index, integer, pgTable, smallint, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant, localized, oneOf, record } from "#backend/db/columns";
import { wordIndex } from "#backend/db/word-search";
import { users } from "#backend/modules/users/tables";
import { formerPlanId, memberRoles, planPeriods } from "#contract/charity/membership-plans";
import { membershipStatuses } from "#contract/charity/memberships";
import { paymentMethods } from "#contract/giving/payments";

/** What people can be members of, and for how much. A version does not change, by a trigger: a change is the next version of its family. */
export const membershipPlans = pgTable(
  "membership_plans",
  {
    ...record,
    family: uuid().notNull().defaultRandom(),
    version: smallint().notNull().default(1),
    name: localized().notNull(),
    description: localized(),
    roles: text({ enum: memberRoles }).array().notNull(),
    period: text({ enum: planPeriods }).notNull(),
    months: smallint(),
    priceCents: integer().notNull(),
    freeAmount: boolean().notNull().default(false),
    reducedCents: integer(),
    reducedLabel: localized(),
    reducedProof: boolean().notNull().default(false),
    graceDays: smallint().notNull().default(0),
    receiptEligible: boolean().notNull().default(false),
    active: boolean().notNull().default(true),
    validFrom: date().notNull(),
  },
  (t) => [
    unique("membership_plans_version").on(t.family, t.version),
    uniqueIndex("membership_plans_offered").on(t.family).where(sql`${t.active}`),
    check("membership_plans_period", sql`${t.period} in (${oneOf(planPeriods)}) and (${t.period} = 'months') = (${t.months} is not null)`),
    check("membership_plans_months", sql`${t.months} between 1 and 60`),
    check(
      "membership_plans_price",
      sql`${t.priceCents} >= 0 and (${t.reducedCents} is null or ${t.reducedCents} between 0 and ${t.priceCents})`,
    ),
    check("membership_plans_grace", sql`${t.graceDays} between 0 and 180 and (${t.period} <> 'lifetime' or ${t.graceDays} = 0)`),
  ],
);

/**
 * A period of membership; the last day counts. Periods of one person and plan family that are asked for or active never overlap (exclusion constraint
 * in the migration). Family and days of grace are those of the plan, by a trigger; the moves between states are held by one, too.
 */
export const memberships = pgTable(
  "memberships",
  {
    ...record,
    /** Null once it is so old that only its dues remain. */
    userId: uuid().references(() => users.id),
    planId: uuid()
      .notNull()
      .default(formerPlanId)
      .references(() => membershipPlans.id),
    family: uuid().notNull().default(formerPlanId),
    /** Given with the first payment; memberships that are older than the plans have none. */
    number: text().unique("memberships_numbered"),
    /** What the person writes on the transfer. */
    reference: text().unique("memberships_referenced"),
    status: text({ enum: membershipStatuses }).notNull().default("active"),
    /** Since when it is in its state. */
    statusAt: instant().notNull().defaultNow(),
    startDate: date().notNull(),
    endDate: date().notNull(),
    graceDays: smallint().notNull().default(0),
    /** The last day on which it is valid, grace included. */
    validUntil: date().notNull().generatedAlwaysAs(sql`end_date + grace_days`),
    priceCents: integer().notNull().default(0),
    reduced: boolean().notNull().default(false),
    /** How the person means to pay; null where nothing is to be paid. */
    method: text({ enum: paymentMethods }),
    cancelledReason: text(),
    /** When the person was last written to about its end. */
    remindedAt: instant(),
    /** When the job wrote that it ends, and that it has ended. */
    dueNoticeAt: instant(),
    endNoticeAt: instant(),
  },
  (t) => [
    check("memberships_status", sql`${t.status} in (${oneOf(membershipStatuses)})`),
    check("memberships_dates", sql`${t.endDate} >= ${t.startDate}`),
    check("memberships_price", sql`${t.priceCents} between 0 and 1000000000`),
    check("memberships_method", sql`${t.method} in (${oneOf(paymentMethods)})`),
    check("memberships_cancelled", sql`${t.cancelledReason} is null or ${t.status} in ('cancelled', 'refunded')`),
    wordIndex("memberships", [t.number, t.reference]),
    index("memberships_user").on(t.userId),
    index("memberships_by_end").on(t.endDate, t.id),
    index("memberships_by_day").on(t.createdAt, t.id),
    index("memberships_of_family").on(t.family, t.endDate, t.id),
    index("memberships_in_state_by_end").on(t.status, t.endDate, t.id),
    index("memberships_in_state_by_day").on(t.status, t.createdAt, t.id),
    index("memberships_waiting").on(t.statusAt).where(sql`${t.status} = 'pending_payment'`),
  ],
);

/** Which line of HelloAsso's export of members a membership was imported from, or is known by: each is imported once. */
export const helloassoMemberships = pgTable(
  "helloasso_memberships",
  {
    membershipId: uuid()
      .primaryKey()
      .references(() => memberships.id, { onDelete: "cascade" }),
    /** The order at HelloAsso: a family may be in one. */
    reference: text().notNull(),
    /** A hash of the order and the member: one of them is stored once. */
    fingerprint: text().notNull().unique(),
    orderedOn: date().notNull(),
    /** Whether this import has added the period, which came with a payment otherwise. */
    added: boolean().notNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  (t) => [index("helloasso_memberships_by_order").on(t.reference)],
);

/**
 * The one rule for a membership that is valid on a day (YYYY-MM-DD): active, begun, and its end with the days of grace not passed. Accounts, lists,
 * registrations, the door and exports read it.
 */
export const isValidOn = (day: string | Placeholder) =>
  and(eq(memberships.status, "active"), lte(memberships.startDate, day), gte(memberships.validUntil, day));
