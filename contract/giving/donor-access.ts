import * as z from "zod";
import { Done, endpoint, listQuery, pageOf } from "../api/endpoint.ts";
import { calendarDay } from "../formats/calendar-day.ts";
import { validEmail } from "../formats/validation.ts";
import { paymentMethods, typedCents } from "./payments.ts";
import { ReceiptAddress } from "./pledge-donor.ts";
import { allocations, largestPledge, MonthlyDebit, PledgePayment, PledgeStatus, smallestPledge } from "./pledges.ts";

/** How long an access link works, and how long the access that it opens lasts, in minutes. */
export const accessMinutes = 30;

export const AccessRequest = z.object({ email: validEmail("donate:error.emailMissing", "donate:error.email") });

const Token = z.object({ token: z.string().regex(/^[\w-]{20,128}$/) });

/** Optional reasons for stopping a gift. */
export const StopForm = z.object({ reason: z.string().trim().max(500).optional() });

/** What a monthly gift is from the next month on. */
export const NewAmount = z.object({
  amountCents: z.int().min(smallestPledge, "donate:error.amount").max(largestPledge, "donate:error.amount"),
});
export const NewAmountForm = z.object({
  amount: typedCents.refine((cents) => cents >= smallestPledge && cents <= largestPledge, "donate:error.amount"),
});

/** How long a monthly gift may be paused for, in months. */
export const longestPause = 12;
/** Until which day nothing is taken; null takes again. */
export const Pause = z.object({ until: calendarDay("donations:pause.error").nullable() });
export const PauseForm = z.object({ until: calendarDay("donations:pause.error") });

/** With the origin of the page on which the card or the account is changed. */
const OwnDebit = MonthlyDebit.extend({ portalOrigin: z.url() });
export type OwnDebit = z.infer<typeof OwnDebit>;

/** A gift as its donor sees it. */
export const OwnGift = PledgePayment.omit({ payee: true, cardOrigin: true, leftCents: true }).extend({
  status: PledgeStatus,
  allocation: z.enum(allocations),
  company: z.string().nullable(),
  pledgedAt: z.iso.datetime(),
  stoppedAt: z.iso.datetime().nullable(),
  /** What came of it, less what was given back. */
  receivedCents: z.int(),
  /** Debits on their way, which have not come yet. */
  pendingCents: z.int(),
});
export type OwnGift = z.infer<typeof OwnGift>;

export const OwnGiftRecord = OwnGift.extend({
  payee: PledgePayment.shape.payee,
  stopReason: z.string().nullable(),
  /** The newest payments; below zero where money was given back. What was recorded by mistake is not among them. */
  payments: z.array(z.object({ id: z.uuid(), receivedOn: z.string(), signedCents: z.int(), method: z.enum(paymentMethods) })),
  /** As it was recorded: the rule for new ones may have changed since. */
  address: z.object({ street: z.string(), postcode: z.string(), city: z.string(), country: z.string() }).nullable(),
  mayStop: z.boolean(),
  /** Null for a gift that the provider does not take each month, and where none is connected. */
  debit: OwnDebit.nullable(),
  /** Whether the receipt has not been sent, so that its address may change. */
  mayMove: z.boolean(),
  /** Whether no receipt was asked for, and one still can be. */
  mayAskReceipt: z.boolean(),
  /** Whether it is of a company whose legal form it does not have, which a receipt needs. */
  lacksLegalForm: z.boolean(),
});
export type OwnGiftRecord = z.infer<typeof OwnGiftRecord>;

export const OwnGiftsQuery = listQuery(["pledgedAt"], {}, { perPage: 10 });

const byReference = z.object({ reference: z.string().max(20) });

/** The link that is mailed to an address, and the access that it opens to the gifts of that address. */
export const donorAccessApi = {
  /** The response and its timing never reveal whether the e-mail address has donated. */
  requestLink: endpoint({ method: "POST", path: "/api/donor-access", access: "public", body: AccessRequest, response: Done }),
  /** Whether a link is valid. A GET does not use it up: mail scanners open links. */
  link: endpoint({
    method: "POST",
    path: "/api/donor-access/link",
    access: "public",
    body: Token,
    response: z.object({ works: z.boolean() }),
  }),
  open: endpoint({
    method: "POST",
    path: "/api/donor-access/open",
    access: "public",
    body: Token,
    response: z.object({ opened: z.boolean() }),
  }),
  close: endpoint({ method: "POST", path: "/api/donor-access/close", access: "public", response: Done }),
};

/** Public, because a donor needs no account: without the cookie of a donor access, or the session of a donor, they answer 401. */
export const ownGiftsApi = {
  list: endpoint({
    method: "GET",
    path: "/api/own-gifts",
    access: "public",
    query: OwnGiftsQuery,
    /** `endsAt`: the end of the access that a link opened; null for a donor who is logged in. */
    /** `lacksAddress`: something was given without a pledge, and its receipt lacks the postal address. */
    response: pageOf(OwnGift).extend({ email: z.string(), endsAt: z.iso.datetime().nullable(), lacksAddress: z.boolean() }),
  }),
  /** The postal address that the receipt of gifts without a pledge lacks. */
  setAddress: endpoint({
    method: "PUT",
    path: "/api/own-gifts-address",
    access: "public",
    body: ReceiptAddress,
    response: Done,
  }),
  get: endpoint({ method: "GET", path: "/api/own-gifts/:reference", access: "public", params: byReference, response: OwnGiftRecord }),
  stop: endpoint({
    method: "POST",
    path: "/api/own-gifts/:reference/stop",
    access: "public",
    params: byReference,
    body: StopForm,
    response: OwnGiftRecord,
    repeatable: true,
  }),
  /** What the provider takes from the next month on. */
  setAmount: endpoint({
    method: "PUT",
    path: "/api/own-gifts/:reference/amount",
    access: "public",
    params: byReference,
    body: NewAmount,
    response: OwnGiftRecord,
    repeatable: true,
  }),
  pause: endpoint({
    method: "PUT",
    path: "/api/own-gifts/:reference/pause",
    access: "public",
    params: byReference,
    body: Pause,
    response: OwnGiftRecord,
    repeatable: true,
  }),
  /** Opens the provider's page on which the card or the account is changed. */
  portal: endpoint({
    method: "POST",
    path: "/api/own-gifts/:reference/portal",
    access: "public",
    params: byReference,
    response: z.object({ url: z.url() }),
    repeatable: true,
  }),
  setReceiptAddress: endpoint({
    method: "PUT",
    path: "/api/own-gifts/:reference/address",
    access: "public",
    params: byReference,
    body: ReceiptAddress,
    response: OwnGiftRecord,
  }),
  /** Asks for the receipt of a gift that was made without one. Again, it changes the address. */
  askReceipt: endpoint({
    method: "PUT",
    path: "/api/own-gifts/:reference/receipt",
    access: "public",
    params: byReference,
    body: ReceiptAddress,
    response: OwnGiftRecord,
  }),
};
