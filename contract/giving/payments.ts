import * as z from "zod";
import { endpoint, listQuery, pageOf } from "../api/endpoint.ts";
import { daysBetween } from "../api/list-filters.ts";
import { calendarDay } from "../formats/calendar-day.ts";
import { Localized } from "../formats/localized.ts";
import { filled, shortText, validEmail } from "../formats/validation.ts";
import { centsOf } from "./money.ts";
import { allocations, rhythms } from "./pledges.ts";

/** A payment is money that came: it alone counts in sums. What went back is a payment of its own, which is subtracted. */
export const paymentMethods = ["transfer", "cheque", "cash", "card", "sepa_debit"] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** Why a payment is taken back: the money was returned, or it never came and was recorded by mistake. */
export const reversals = ["refund", "mistake"] as const;

/** What payments are: gifts, or the dues of members. */
export const paymentKinds = ["gifts", "dues"] as const;

/** What a list of payments can be narrowed to. */
export const paymentStates = ["received", "refunded", "corrected", "refund", "mistake", "to_deposit", "to_count"] as const;

/** The most of one payment, in cents: ten million euros. */
export const largestPayment = 1_000_000_000;

const cents = z.int("payments:error.amount").min(1, "payments:error.amount").max(largestPayment, "payments:error.amount");

/** No money is booked before it, so that a year typed with two digits is no year of the accounts. */
export const firstBookedDay = "2000-01-01";

/** A day of money that came, went or was counted. */
export const bookedDay = () => calendarDay("payments:error.day").refine((day) => day >= firstBookedDay, "payments:error.day");

const day = bookedDay();
const method = z.enum(paymentMethods, "payments:error.method");

/** Made with the form: sent again, it is the same payment. */
const submission = z.uuid();

/** An amount as people type it, in cents. */
export const typedCents = shortText(20, "payments:error.amount").transform((text, { addIssue }) => {
  const amount = cents.safeParse(centsOf(text));
  if (amount.success) return amount.data;
  addIssue({ code: "custom", message: "payments:error.amount" });
  return z.NEVER;
});

/** What references begin with: those of pledges, and those of memberships. */
const referenceForms = { DON: /^DON[A-Z0-9]{8}$/, ADH: /^ADH[A-Z0-9]{8}$/ } as const;
export type ReferencePrefix = keyof typeof referenceForms;

/** A reference as people wrote it, in any case, with spaces or without hyphens; null when it is none. */
export function writtenReference(prefix: ReferencePrefix, typed: string): string | null {
  const signs = typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
  return referenceForms[prefix].test(signs) ? `${signs.slice(0, 3)}-${signs.slice(3, 7)}-${signs.slice(7)}` : null;
}

/** The reference of a pledge, as its donor wrote it. */
export const pledgeReference = (typed: string) => writtenReference("DON", typed);

export const givenReference = shortText(30, "payments:error.reference").transform((text, { addIssue }) => {
  const found = pledgeReference(text);
  if (found) return found;
  addIssue({ code: "custom", message: writtenReference("ADH", text) ? "payments:error.duesReference" : "payments:error.reference" });
  return z.NEVER;
});

const common = {
  receivedOn: day,
  method,
  /** The account of who gave, where it is known. */
  donorId: z.uuid().nullish(),
  donorName: shortText(160, "payments:error.name").nullish(),
  donorEmail: validEmail("payments:error.email", "payments:error.email").nullish(),
  /** What a payment without pledge is for. */
  allocation: z.enum(allocations).default("any"),
  projectId: z.uuid().nullish(),
  chequeNumber: shortText(20, "payments:error.chequeNumber").nullish(),
  chequeBank: shortText(60, "payments:error.chequeBank").nullish(),
  /** The corrected cheque in whose place this one is on the slip. */
  replaces: z.uuid().nullish(),
  submission,
};

/** Parts of one transfer or cheque for several pledges, which are the whole together. */
const Part = z.object({ amountCents: cents, reference: givenReference.nullish() });
export const maxPaymentParts = 10;

export const PaymentDraft = z
  .object({ ...common, amountCents: cents, parts: z.array(Part).min(1).max(maxPaymentParts) })
  .superRefine(({ amountCents, parts, ...donor }, context) => {
    if (parts.reduce((sum, part) => sum + part.amountCents, 0) !== amountCents)
      context.addIssue({ code: "custom", path: ["amountCents"], message: "payments:error.parts" });
    if (parts.some((part) => !part.reference) && !donor.donorName && !donor.donorId)
      context.addIssue({ code: "custom", path: ["donorName"], message: "payments:error.who" });
  });
export type PaymentDraft = z.output<typeof PaymentDraft>;

/** Fields are compared although others are missing or wrong: all errors are reported at once. */
const together = { when: ({ value }: { value: unknown }) => typeof value === "object" && value !== null };

/** The form: one amount, a pledge or none, and at most one further pledge that gets a part of it. */
export const PaymentForm = z
  .object({
    ...common,
    amount: typedCents,
    reference: givenReference.nullish(),
    secondReference: givenReference.nullish(),
    secondAmount: typedCents.nullish(),
  })
  .superRefine((value, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
    if (!value.reference && !value.donorName && !value.donorId) refuse("donorName", "payments:error.who");
    if (value.secondReference && !value.secondAmount) refuse("secondAmount", "payments:error.secondAmount");
    if (value.secondAmount && !value.secondReference) refuse("secondReference", "payments:error.secondReference");
    if (value.secondAmount && value.secondAmount >= value.amount) refuse("secondAmount", "payments:error.secondTooMuch");
  }, together);

/** What the form sends: the first pledge gets what the second leaves, so that the parts are always the whole. */
export function partsOf({
  amount,
  reference: first,
  secondReference,
  secondAmount,
}: Pick<z.output<typeof PaymentForm>, "amount" | "reference" | "secondReference" | "secondAmount">): PaymentDraft["parts"] {
  if (!secondReference || !secondAmount) return [{ amountCents: amount, reference: first }];
  return [
    { amountCents: amount - secondAmount, reference: first },
    { amountCents: secondAmount, reference: secondReference },
  ];
}

/** What never came has the day and the means of its payment: both are of refunds alone. */
const ofReversal = {
  receivedOn: day.nullish(),
  method: method.nullish(),
  reversal: z.enum(reversals),
  reason: filled("payments:error.reason", 300),
  /** Whether the bank refused a cheque or took a transfer back: nothing was returned. Not stored; what the donor or member reads depends on it. */
  byBank: z.boolean().optional(),
  submission,
};

/** Money is returned on a day and by a means. */
function returned(value: { reversal?: string; receivedOn?: string | null; method?: string | null }, context: z.RefinementCtx) {
  if (value.reversal !== "refund") return;
  const reported = new Set(context.issues.map(({ path: at }) => at?.[0]));
  if (!value.receivedOn && !reported.has("receivedOn"))
    context.addIssue({ code: "custom", path: ["receivedOn"], message: "payments:error.day" });
  if (!value.method && !reported.has("method")) context.addIssue({ code: "custom", path: ["method"], message: "payments:error.method" });
}

export const ReversalDraft = z.object({ ...ofReversal, amountCents: cents }).superRefine(returned, together);
export type ReversalDraft = z.output<typeof ReversalDraft>;
export const ReversalForm = z.object({ ...ofReversal, amount: typedCents }).superRefine(returned, together);

export const PaymentRow = z.object({
  id: z.uuid(),
  receivedOn: z.string(),
  /** In cents; below zero where money is taken back. */
  signedCents: z.int(),
  method: z.enum(paymentMethods),
  reversal: z.enum(reversals).nullable(),
  /** What was taken back of it, and how much of that was recorded by mistake. */
  refundedCents: z.int(),
  mistakenCents: z.int(),
  allocation: z.enum(allocations),
  project: z.object({ id: z.uuid(), name: Localized }).nullable(),
  /** Who gave: by the pledge, the account, or as it was written down. */
  name: z.string(),
  reference: z.string().nullable(),
  pledgeId: z.uuid().nullable(),
  /** The membership whose dues it is. */
  membershipId: z.uuid().nullable(),
  deposit: z.string().nullable(),
  counted: z.boolean(),
});
export type PaymentRow = z.infer<typeof PaymentRow>;

export const PaymentRecord = PaymentRow.extend({
  email: z.string().nullable(),
  donorId: z.uuid().nullable(),
  chequeNumber: z.string().nullable(),
  chequeBank: z.string().nullable(),
  reason: z.string().nullable(),
  refundOf: z.uuid().nullable(),
  /** Whether it came through the provider, which returns it by card. */
  byProvider: z.boolean(),
  /** The payment of HelloAsso that it was imported from, and whether HelloAsso issued its receipt. */
  helloasso: z.object({ reference: z.string(), receipted: z.boolean(), receiptNumber: z.string().nullable() }).nullable(),
  /** The tax receipt that certifies it, as long as it counts. */
  receipt: z.object({ id: z.uuid(), number: z.string() }).nullable(),
  depositId: z.uuid().nullable(),
  /** The bank statement with the line that it was recorded of. */
  statementId: z.uuid().nullable(),
  /** Whether it is a corrected cheque on a slip, in whose place another may still be recorded. */
  mayReplace: z.boolean(),
  /** The corrected cheque in whose place it is. */
  replaces: z.uuid().nullable(),
  recordedBy: z.string().nullable(),
  recordedAt: z.iso.datetime(),
  /** What was taken back of it, the newest first, and the other parts of the same form. */
  reversals: z.array(
    z.object({ id: z.uuid(), receivedOn: z.string(), amountCents: z.int(), reversal: z.enum(reversals), reason: z.string() }),
  ),
  /** Refunds of it that the provider has not made yet, the newest first. Who ordered one at the provider itself, and why, is not known. */
  waitingRefunds: z.array(
    z.object({
      id: z.uuid(),
      amountCents: z.int(),
      orderedAt: z.iso.datetime(),
      orderedBy: z.string().nullable(),
      reason: z.string().nullable(),
    }),
  ),
  /** What a bank disputes of it, and nobody has decided. */
  disputes: z.array(z.object({ id: z.uuid(), amountCents: z.int(), needsAnswer: z.boolean(), answerBy: z.string().nullable() })),
  parts: z.array(z.object({ id: z.uuid(), name: z.string(), signedCents: z.int() })),
});
export type PaymentRecord = z.infer<typeof PaymentRecord>;

export const PaymentRowsQuery = listQuery(["receivedOn", "amount"], {
  method: z.enum(paymentMethods).optional().catch(undefined),
  state: z.enum(paymentStates).optional().catch(undefined),
  kind: z.enum(paymentKinds).optional().catch(undefined),
  allocation: z.enum(allocations).optional().catch(undefined),
  projectId: z.uuid().optional().catch(undefined),
  pledgeId: z.uuid().optional().catch(undefined),
  /** Of this account: by its pledges, its payments, and its address. */
  donorId: z.uuid().optional().catch(undefined),
  ...daysBetween("receivedOn"),
});
export type PaymentRowsQuery = z.infer<typeof PaymentRowsQuery>;

const admins = { roles: ["ADMIN"] } as const;
const path = "/api/admin/payments";
const byId = z.object({ id: z.uuid() });

/** The most pledges and people that a search for a donor shows. */
export const maxDonorsFound = 8;

export const paymentsApi = {
  /** Payments, with the sum of all that match; null where they are too many to be counted. `donor` is the name of the account of whose payments alone they are. */
  list: endpoint({
    method: "GET",
    path,
    access: admins,
    query: PaymentRowsQuery,
    response: pageOf(PaymentRow).extend({ totalCents: z.int().nullable(), donor: z.string().nullable() }),
  }),
  get: endpoint({ method: "GET", path: `${path}/:id`, access: admins, params: byId, response: PaymentRecord }),
  record: endpoint({
    method: "POST",
    path,
    access: admins,
    body: PaymentDraft,
    response: z.object({ ids: z.array(z.uuid()) }),
    status: 201,
  }),
  /** Takes back a payment or a part of it. The id is null for a refund that the provider has not made yet: it is recorded once it is. */
  reverse: endpoint({
    method: "POST",
    path: `${path}/:id/reversals`,
    access: admins,
    params: byId,
    body: ReversalDraft,
    response: z.object({ id: z.uuid().nullable() }),
    status: 201,
    repeatable: true,
  }),
  /** Pledges that wait for money, and accounts, by name, address or reference. */
  donors: endpoint({
    method: "GET",
    path: "/api/admin/payment-donors",
    access: admins,
    query: z.object({ q: shortText(100).catch("").default("") }),
    readsMany: true,
    response: z.object({
      pledges: z.array(
        z.object({ reference: z.string(), name: z.string(), rhythm: z.enum(rhythms), amountCents: z.int(), receivedCents: z.int() }),
      ),
      people: z.array(z.object({ id: z.uuid(), name: z.string(), email: z.string() })),
    }),
  }),
};
