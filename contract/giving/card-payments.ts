import * as z from "zod";
import { Done, endpoint, listQuery, pageOf } from "../api/endpoint.ts";
import { machineEndpoint } from "../api/machine-endpoint.ts";
import { cardSettings, cardStates } from "./card-settings.ts";
import { pledgesApi } from "./pledges.ts";

/** Payments by card are made on pages of a provider, Stripe, which reports to a webhook what becomes of them. */
export const ProviderAccount = z.object({ id: z.string(), name: z.string().nullable(), takesPayments: z.boolean(), paysOut: z.boolean() });
export type ProviderAccount = z.infer<typeof ProviderAccount>;

/** `received`: it waits to be handled; `failed`: it could not be, and is tried again until there is no next time. */
export const providerEventStates = ["received", "handled", "failed"] as const;

/**
 * What an event led to: something was recorded; all of it was known before; the payment is not made yet, was refused, or a bank disputes it; it is none
 * of this site, or of the other mode.
 */
export const providerEventResults = ["recorded", "unchanged", "waiting", "refused", "disputed", "foreign", "other_mode"] as const;
export type ProviderEventResult = (typeof providerEventResults)[number];

/** What differs between the provider and the payments: money is missing here, missing there, or another amount. */
export const mismatchKinds = ["missing_here", "missing_there", "amount"] as const;
export type MismatchKind = (typeof mismatchKinds)[number];

export const ProviderEventRow = z.object({
  id: z.uuid(),
  type: z.string(),
  objectId: z.string(),
  state: z.enum(providerEventStates),
  result: z.enum(providerEventResults).nullable(),
  /** Codes of the last try that failed. */
  reason: z.string().nullable(),
  tries: z.int(),
  receivedAt: z.iso.datetime(),
  nextTryAt: z.iso.datetime().nullable(),
});
export type ProviderEventRow = z.infer<typeof ProviderEventRow>;

export const ProviderEventsQuery = listQuery(["receivedAt"], { state: z.enum(providerEventStates).optional().catch(undefined) });
export type ProviderEventsQuery = z.infer<typeof ProviderEventsQuery>;

export const ProviderMismatch = z.object({
  providerId: z.string(),
  kind: z.enum(mismatchKinds),
  /** What the provider has, and what the payments have. */
  amountCents: z.int(),
  recordedCents: z.int(),
  /** The payment here, where there is one. */
  paymentId: z.uuid().nullable(),
});
export type ProviderMismatch = z.infer<typeof ProviderMismatch>;
/** The most that are shown. */
export const maxMismatches = 50;

/** Monthly gifts that the provider takes: how many, and those that a bank refuses. */
const MonthlyGifts = z.object({
  active: z.int(),
  failing: z.int(),
  gifts: z.array(z.object({ id: z.uuid(), reference: z.string(), givenUp: z.boolean() })).max(20),
});

/** What the provider pays to the bank account of the charity. */
export const payoutStates = ["paid", "pending", "failed"] as const;
export const ProviderPayout = z.object({ id: z.string(), amountCents: z.int(), arrivesOn: z.string(), state: z.enum(payoutStates) });
export type ProviderPayout = z.infer<typeof ProviderPayout>;
/** The most that are shown. */
export const maxPayouts = 10;

/** The most refunds, and disputes, that are shown. */
export const maxWaiting = 20;
const WaitingPayment = z.object({ paymentId: z.uuid(), amountCents: z.int(), reference: z.string().nullable() });

/** Refunds that the provider has not made yet. */
const RefundsOnTheirWay = z.object({
  count: z.int(),
  cents: z.int(),
  rows: z.array(WaitingPayment.extend({ since: z.string() })).max(maxWaiting),
});

/** What banks dispute and nobody has decided: it is answered at the provider, until a day. */
const OpenDisputes = z.object({
  count: z.int(),
  rows: z
    .array(WaitingPayment.extend({ providerId: z.string(), needsAnswer: z.boolean(), answerBy: z.string().nullable() }))
    .max(maxWaiting),
});

export const CardOverview = z.object({
  missing: z.array(z.enum(cardSettings)),
  /** Whether money is real; null without a key. */
  live: z.boolean().nullable(),
  webhookUrl: z.string(),
  /** Null while it does not answer, or without the settings. */
  account: ProviderAccount.nullable(),
  lastEventAt: z.iso.datetime().nullable(),
  failed: z.int(),
  /** When payments were last compared. */
  comparedAt: z.iso.datetime().nullable(),
  /** How many payments differ, and the first of them. */
  differed: z.int(),
  mismatches: z.array(ProviderMismatch).max(maxMismatches),
  refunds: RefundsOnTheirWay,
  disputes: OpenDisputes,
  monthly: MonthlyGifts,
  /** The newest first; null while the provider does not answer, or without the settings. */
  payouts: z.array(ProviderPayout).max(maxPayouts).nullable(),
});
export type CardOverview = z.infer<typeof CardOverview>;

/** What the webhook reads of an event: which one it is, and which object it is about. All else is read again from the provider. */
export const ProviderEvent = z.object({
  id: z.string().regex(/^evt_\w{1,100}$/),
  type: z.string().regex(/^[a-z0-9_.]{1,80}$/),
  livemode: z.boolean(),
  data: z.object({ object: z.object({ id: z.string().regex(/^\w{1,200}$/) }) }),
});
export type ProviderEvent = z.infer<typeof ProviderEvent>;

const access = { roles: ["ADMIN"] } as const;
const path = "/api/admin/card-events";
const { params } = pledgesApi.payment;

export const cardPaymentsApi = {
  webhook: machineEndpoint({
    path: "/api/stripe/webhook",
    authentication: "signature",
    contentTypes: ["application/json"],
    maxBytes: 262_144,
    body: ProviderEvent,
  }),
  /** Opens the page on which a pledge is paid by card, or the one that is open already. */
  open: endpoint({
    method: "POST",
    path: "/api/pledges/:reference/checkout",
    access: "public",
    params,
    response: z.object({ url: z.url() }),
    repeatable: true,
  }),
  /** Where the payment of a pledge by card is, read from the provider while it is open. */
  state: endpoint({
    method: "GET",
    path: "/api/pledges/:reference/card",
    access: "public",
    params,
    response: z.object({ state: z.enum(cardStates) }),
  }),
  overview: endpoint({ method: "GET", path: "/api/admin/card-payments", access, response: CardOverview }),
  /** Compares the payments with the provider's now. */
  compare: endpoint({ method: "POST", path: "/api/admin/card-payments/comparison", access, response: Done }),
  list: endpoint({ method: "GET", path, access, query: ProviderEventsQuery, response: pageOf(ProviderEventRow) }),
  replay: endpoint({ method: "POST", path: `${path}/:id/replay`, access, params: z.object({ id: z.uuid() }), response: Done }),
};
