import { and, eq, gte, lte, type SQLWrapper, sql } from "drizzle-orm";
import { boolean, check, date, index, integer, pgTable, smallint, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant, localized, oneOf, record } from "#backend/db/columns";
import { wordIndex } from "#backend/db/word-search";
import { users } from "#backend/modules/users/tables";
import { formerPlanId, memberRoles, planPeriods } from "#contract/charity/membership-plans";
import { consentEnds, consentStates, renewalNotice, renewalStates } from "#contract/charity/membership-renewals";
import { membershipStatuses } from "#contract/charity/membership-states";
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
    /** Since when it is in its state. A request whose debit was refused waits from that day on. */
    statusAt: instant().notNull().defaultNow(),
    startDate: date().notNull(),
    endDate: date().notNull(),
    graceDays: smallint().notNull().default(0),
    /** The last day on which it is valid, grace included. */
    validUntil: date().notNull().generatedAlwaysAs(sql`end_date + grace_days`),
    priceCents: integer().notNull().default(0),
    reduced: boolean().notNull().default(false),
    /** Whether a proof of the reduced price is asked for, by a trigger; until staff have seen it, nothing is paid and it is not active. */
    needsProof: boolean().notNull().default(false),
    proofSeenAt: instant(),
    /** How the person means to pay; null where nothing is to be paid. */
    method: text({ enum: paymentMethods }),
    cancelledReason: text(),
    /** When the person was last written to about its end. */
    remindedAt: instant(),
    /** When the job wrote that it ends, and that it has ended. */
    dueNoticeAt: instant(),
    endNoticeAt: instant(),
    /** When it wrote that dues are missing. */
    payNoticeAt: instant(),
  },
  (t) => [
    check("memberships_status", sql`${t.status} in (${oneOf(membershipStatuses)})`),
    check("memberships_dates", sql`${t.endDate} >= ${t.startDate}`),
    check("memberships_price", sql`${t.priceCents} between 0 and 1000000000`),
    check("memberships_method", sql`${t.method} in (${oneOf(paymentMethods)})`),
    check(
      "memberships_proof",
      sql`case when ${t.needsProof} and ${t.proofSeenAt} is null then ${t.status} not in ('pending_payment', 'active') else ${t.status} <> 'pending_approval' end`,
    ),
    check("memberships_cancelled", sql`${t.cancelledReason} is null or ${t.status} in ('cancelled', 'refunded')`),
    wordIndex("memberships", [t.number, t.reference]),
    index("memberships_user").on(t.userId),
    index("memberships_by_end").on(t.endDate, t.id),
    index("memberships_by_day").on(t.createdAt, t.id),
    index("memberships_of_family").on(t.family, t.endDate, t.id),
    index("memberships_in_state_by_end").on(t.status, t.endDate, t.id),
    index("memberships_in_state_by_day").on(t.status, t.createdAt, t.id),
    index("memberships_waiting").on(t.statusAt).where(sql`${t.status} = 'pending_payment'`),
    index("memberships_to_approve").on(t.statusAt).where(sql`${t.status} = 'pending_approval'`),
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
 * A consent to renew by itself, at a price: when it was given, by which words and with which request. It has the means once the provider has kept them,
 * and loses them with its end.
 */
export const renewalConsents = pgTable(
  "membership_renewal_consents",
  {
    ...record,
    userId: uuid()
      .notNull()
      .references(() => users.id),
    membershipId: uuid()
      .notNull()
      .references(() => memberships.id, { onDelete: "cascade" }),
    planId: uuid()
      .notNull()
      .references(() => membershipPlans.id),
    family: uuid().notNull(),
    priceCents: integer().notNull(),
    reduced: boolean().notNull(),
    wordsVersion: smallint().notNull(),
    consentedAt: instant().notNull(),
    state: text({ enum: consentStates }).notNull().default("waiting"),
    endedAt: instant(),
    endedWhy: text({ enum: consentEnds }),
    /** The provider's ids of the payer, and of the card or account. */
    customerId: text(),
    meansId: text(),
  },
  (t) => [
    check("membership_renewal_consents_price", sql`${t.priceCents} > 0`),
    check(
      "membership_renewal_consents_state",
      sql`case ${t.state}
        when 'waiting' then num_nonnulls(${t.customerId}, ${t.meansId}, ${t.endedAt}, ${t.endedWhy}) = 0
        when 'active' then num_nonnulls(${t.customerId}, ${t.meansId}) = 2 and num_nonnulls(${t.endedAt}, ${t.endedWhy}) = 0
        when 'ended' then num_nonnulls(${t.customerId}, ${t.meansId}) = 0 and num_nonnulls(${t.endedAt}, ${t.endedWhy}) = 2
        else false end`,
    ),
    check("membership_renewal_consents_ended", sql`${t.endedWhy} in (${oneOf(consentEnds)})`),
    uniqueIndex("membership_renewal_consents_once").on(t.userId, t.family).where(sql`${t.state} = 'active'`),
    uniqueIndex("membership_renewal_consents_of_request").on(t.membershipId).where(sql`${t.state} <> 'ended'`),
    index("membership_renewal_consents_of_membership").on(t.membershipId),
    index("membership_renewal_consents_of_person").on(t.userId),
  ],
);

/** The renewal of a period that ends: announced, then paid at its price, once each. */
export const renewals = pgTable(
  "membership_renewals",
  {
    ...record,
    consentId: uuid()
      .notNull()
      .references(() => renewalConsents.id, { onDelete: "cascade" }),
    /** The period that ends. */
    membershipId: uuid()
      .notNull()
      .unique("membership_renewals_once")
      .references(() => memberships.id, { onDelete: "cascade" }),
    noticeAt: instant().notNull(),
    chargeOn: date().notNull(),
    state: text({ enum: renewalStates }).notNull().default("noticed"),
    /** The period that is paid, and our id of its payment at the provider. */
    nextId: uuid()
      .unique("membership_renewals_next")
      .references(() => memberships.id, { onDelete: "set null" }),
    checkoutId: uuid(),
    orderedAt: instant(),
  },
  (t) => [
    check("membership_renewals_state", sql`${t.state} in (${oneOf(renewalStates)})`),
    check(
      "membership_renewals_announced",
      sql`${t.chargeOn} >= (${t.noticeAt} at time zone 'Europe/Paris')::date + ${sql.raw(String(renewalNotice.least))}`,
    ),
    check(
      "membership_renewals_ordered",
      sql`${t.state} in ('noticed', 'stopped') or (${t.checkoutId} is not null and ${t.orderedAt} is not null)`,
    ),
    index("membership_renewals_due").on(t.chargeOn).where(sql`${t.state} in ('noticed', 'ordered')`),
    index("membership_renewals_of_consent").on(t.consentId),
  ],
);

/**
 * The one rule for a membership that is valid on a day (YYYY-MM-DD): active, begun, and its end with the days of grace not passed. Accounts, lists,
 * registrations, the door and exports read it.
 */
export const isValidOn = (day: string | SQLWrapper) =>
  and(eq(memberships.status, "active"), lte(memberships.startDate, day), gte(memberships.validUntil, day));
