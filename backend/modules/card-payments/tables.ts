import { sql } from "drizzle-orm";
import { boolean, check, date, index, integer, pgTable, smallint, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant, oneOf, record } from "#backend/db/columns";
import { wordIndex } from "#backend/db/word-search";
import { memberships } from "#backend/modules/memberships/tables";
import { payments } from "#backend/modules/payments/tables";
import { pledges } from "#backend/modules/pledges/tables";
import { mismatchKinds, providerEventResults, providerEventStates } from "#contract/giving/card-payments";
import { subscriptionStates } from "#contract/giving/card-settings";

/** `complete`: the payer has done all; whether money came is what the payments say. */
export const checkoutStates = ["open", "complete", "expired"] as const;

/** Pages of the provider on which a pledge or the dues of a membership are paid. Each has one that is open at most, so that nobody pays twice. */
export const checkouts = pgTable(
  "checkouts",
  {
    ...record,
    pledgeId: uuid().references(() => pledges.id, { onDelete: "cascade" }),
    membershipId: uuid().references(() => memberships.id, { onDelete: "cascade" }),
    /** The provider's id; null until it has answered. */
    sessionId: text().unique(),
    amountCents: integer().notNull(),
    state: text({ enum: checkoutStates }).notNull().default("open"),
  },
  (t) => [
    check("checkouts_state", sql`${t.state} in (${oneOf(checkoutStates)})`),
    check("checkouts_amount", sql`${t.amountCents} > 0`),
    check("checkouts_of", sql`num_nonnulls(${t.pledgeId}, ${t.membershipId}) = 1`),
    index("checkouts_of_pledge").on(t.pledgeId, t.createdAt),
    index("checkouts_of_membership").on(t.membershipId, t.createdAt),
    uniqueIndex("checkouts_open_once").on(t.pledgeId).where(sql`${t.state} = 'open'`),
    uniqueIndex("checkouts_open_once_for_dues").on(t.membershipId).where(sql`${t.state} = 'open'`),
  ],
);

/** Monthly gifts that the provider takes, as it had them when it was last asked. A pledge has one that goes on at most. */
export const subscriptions = pgTable(
  "provider_subscriptions",
  {
    ...record,
    /** Null once the pledge was erased: then it is ended. */
    pledgeId: uuid().references(() => pledges.id, { onDelete: "set null" }),
    subscriptionId: text().notNull().unique(),
    state: text({ enum: subscriptionStates }).notNull(),
    amountCents: integer().notNull(),
    /** The day of the next debit, and until which day nothing is taken. */
    nextOn: date(),
    pausedUntil: date(),
    /** The month that could not be debited, how often it was tried, and whether the provider has given it up. */
    failedInvoice: text(),
    failedTries: smallint().notNull().default(0),
    givenUp: boolean().notNull().default(false),
    /** Whether it is to be ended at the provider, as after an erasure. */
    stopWanted: boolean().notNull().default(false),
  },
  (t) => [
    check("provider_subscriptions_state", sql`${t.state} in (${oneOf(subscriptionStates)})`),
    check("provider_subscriptions_amount", sql`${t.amountCents} > 0`),
    check("provider_subscriptions_tries", sql`${t.failedTries} >= 0`),
    check("provider_subscriptions_given_up", sql`not ${t.givenUp} or ${t.failedInvoice} is not null`),
    index("provider_subscriptions_of_pledge").on(t.pledgeId),
    uniqueIndex("provider_subscriptions_live_once").on(t.pledgeId).where(sql`${t.state} <> 'ended'`),
    index("provider_subscriptions_live").on(t.createdAt).where(sql`${t.state} <> 'ended'`),
  ],
);

/** Debits of gifts and of dues on their way: they count in no sum, and are gone once they are paid or refused. */
export const pendingDebits = pgTable(
  "pending_debits",
  {
    ...record,
    pledgeId: uuid().references(() => pledges.id, { onDelete: "cascade" }),
    membershipId: uuid().references(() => memberships.id, { onDelete: "cascade" }),
    providerReference: text().notNull().unique(),
    amountCents: integer().notNull(),
  },
  (t) => [
    check("pending_debits_amount", sql`${t.amountCents} > 0`),
    check("pending_debits_of", sql`num_nonnulls(${t.pledgeId}, ${t.membershipId}) = 1`),
    index("pending_debits_of_pledge").on(t.pledgeId),
    index("pending_debits_of_membership").on(t.membershipId),
  ],
);

/** What the provider reported: which event, about which of its objects, and what came of it. Nothing of its content is stored. */
export const providerEvents = pgTable(
  "provider_events",
  {
    ...record,
    event: text().notNull().unique(),
    type: text().notNull(),
    objectId: text().notNull(),
    live: boolean().notNull(),
    state: text({ enum: providerEventStates }).notNull().default("received"),
    result: text({ enum: providerEventResults }),
    /** Codes of the last try that failed. */
    reason: text(),
    tries: smallint().notNull().default(0),
    /** When it is tried, or tried again; null once it is handled or given up. */
    nextTryAt: instant(),
    handledAt: instant(),
  },
  (t) => [
    check("provider_events_state", sql`${t.state} in (${oneOf(providerEventStates)})`),
    check(
      "provider_events_result",
      sql`${t.result} in (${oneOf(providerEventResults)}) and ((${t.state} = 'handled') = (${t.result} is not null))`,
    ),
    check("provider_events_due", sql`${t.state} = 'failed' or (${t.state} = 'received') = (${t.nextTryAt} is not null)`),
    index("provider_events_by_day").on(t.createdAt, t.id),
    index("provider_events_by_state").on(t.state, t.createdAt, t.id),
    index("provider_events_due").on(t.nextTryAt).where(sql`${t.nextTryAt} is not null`),
    wordIndex("provider_events", [t.event, t.type, t.objectId]),
  ],
);

/** When payments were compared with those of the provider: one row a time, of the last days. `differed`: how many differences were found, also those not stored. */
export const comparisons = pgTable(
  "provider_comparisons",
  { ...record, compared: integer().notNull(), differed: integer().notNull().default(0) },
  (t) => [index("provider_comparisons_by_day").on(t.createdAt)],
);

/** What differed in the last comparison: the first differences. */
export const mismatches = pgTable(
  "provider_mismatches",
  {
    ...record,
    providerId: text().notNull().unique(),
    kind: text({ enum: mismatchKinds }).notNull(),
    amountCents: integer().notNull(),
    recordedCents: integer().notNull(),
    paymentId: uuid().references(() => payments.id),
  },
  (t) => [check("provider_mismatches_kind", sql`${t.kind} in (${oneOf(mismatchKinds)})`)],
);
