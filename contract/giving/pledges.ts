import * as z from "zod";
import { endpoint, listQuery, pageOf } from "../api/endpoint.ts";
import { daysBetween } from "../api/list-filters.ts";
import { spamGuardFields } from "../api/spam-guard.ts";
import { locales } from "../formats/locale.ts";
import { Localized } from "../formats/localized.ts";
import { shortText, validEmail } from "../formats/validation.ts";
import { isTooMuchForDebit, subscriptionStates } from "./card-settings.ts";
import { centsOf } from "./money.ts";
import { completeDonor, donorFields, donorKinds, longest, PledgeDonor, tidyPostcode, together } from "./pledge-donor.ts";

/** A pledge is a gift someone means to make by card, bank transfer or cheque; it becomes a gift when the money arrives. */
export const rhythms = ["one_off", "monthly"] as const;

/** What is still expected of a pledge, in cents: of a monthly one, one month. */
export const expectedCents = (pledge: { rhythm: (typeof rhythms)[number]; amountCents: number; receivedCents: number }): number =>
  pledge.rhythm === "monthly" ? pledge.amountCents : Math.max(0, pledge.amountCents - pledge.receivedCents);
export const allocations = ["any", "delivraide", "dressed", "euro"] as const;
/** In the order in which they are offered. */
export const pledgeMethods = ["card", "sepa_debit", "transfer", "cheque"] as const;
export type PledgeMethod = (typeof pledgeMethods)[number];
export const pledgeStatuses = ["promised", "received", "cancelled"] as const;
export const PledgeStatus = z.enum(pledgeStatuses);
export type PledgeStatus = z.infer<typeof PledgeStatus>;

/** From one euro to a hundred thousand, in cents. */
export const smallestPledge = 100;
export const largestPledge = 10_000_000;

/** The amounts that the form offers, in cents, with what each pays for in `donate:example`. */
export const offeredAmounts = [2000, 5000, 12_000] as const;

const fields = {
  ...donorFields,
  rhythm: z.enum(rhythms),
  allocation: z.enum(allocations),
  method: z.enum(pledgeMethods, "donate:error.methodMissing"),
  email: validEmail("donate:error.emailMissing", "donate:error.email"),
  /** Made by the script of the page: the same form sent again has the same, another form another. */
  formKey: z.uuid().optional(),
  ...spamGuardFields,
};
type Fields = z.output<z.ZodObject<typeof fields>>;
/** Rules between fields: a monthly gift needs a means that repeats itself, and see {@link completeDonor}. */
function complete(value: Fields, context: z.RefinementCtx) {
  if (value.rhythm === "monthly" && value.method === "cheque")
    context.addIssue({ code: "custom", path: ["method"], message: "donate:error.monthlyCheque" });
  completeDonor(value, context);
}

export const PledgeDraft = z
  .object({ ...fields, amountCents: z.int().min(smallestPledge).max(largestPledge) })
  .overwrite(tidyPostcode)
  .superRefine((value, context) => {
    complete(value, context);
    if (isTooMuchForDebit(value.method, value.amountCents))
      context.addIssue({ code: "custom", path: ["amountCents"], message: "donate:error.debit" });
  }, together);
export type PledgeDraft = z.infer<typeof PledgeDraft>;

/** The form of `/donate`: one of the offered amounts, or another that is typed, which wins. */
export const PledgeForm = z
  .object({
    ...fields,
    amount: z.enum(offeredAmounts.map(String) as [string, ...string[]]).default("5000"),
    otherAmount: shortText(longest.otherAmount).optional(),
  })
  .overwrite(tidyPostcode)
  .superRefine((value, context) => {
    complete(value, context);
    const cents = pledgedCents(value);
    if (cents === null || cents < smallestPledge || cents > largestPledge)
      context.addIssue({ code: "custom", path: ["otherAmount"], message: "donate:error.amount" });
    else if (isTooMuchForDebit(value.method, cents))
      context.addIssue({ code: "custom", path: ["otherAmount"], message: "donate:error.debit" });
  }, together);
export type PledgeForm = z.output<typeof PledgeForm>;

export function pledgedCents({ amount, otherAmount }: { amount: string; otherAmount?: string }): number | null {
  return otherAmount ? centsOf(otherAmount) : Number(amount);
}

/** Where gifts are paid: a bank account for transfers, an address for cheques, as far as they are set. */
export const Payee = z.object({
  holder: z.string(),
  iban: z.string().nullable(),
  bic: z.string().nullable(),
  postalAddress: z.string().nullable(),
});
export type Payee = z.infer<typeof Payee>;

/** By which means gifts can be paid to this payee; none means that gifts are not open. `card`: whether a provider takes cards and debits. */
export function meansOf({ iban, postalAddress, card }: Pick<Payee, "iban" | "postalAddress"> & { card: boolean }): PledgeMethod[] {
  const isOffered = { card, sepa_debit: card, transfer: iban !== null, cheque: postalAddress !== null };
  return pledgeMethods.filter((method) => isOffered[method]);
}

/** What the donor sees after the form, and from the mail: how to pay. It contains nothing about the donor. */
export const PledgePayment = z.object({
  reference: z.string(),
  amountCents: z.int(),
  /** What is still expected: of a monthly gift, one month. */
  leftCents: z.int(),
  rhythm: z.enum(rhythms),
  donor: z.enum(donorKinds),
  method: z.enum(pledgeMethods),
  receipt: z.boolean(),
  status: PledgeStatus,
  /** The origin of the page on which it can be paid by card; null for other means, and where cards are not taken. */
  cardOrigin: z.url().nullable(),
  payee: Payee,
});
export type PledgePayment = z.infer<typeof PledgePayment>;

export const PledgeRow = z.object({
  id: z.uuid(),
  reference: z.string(),
  name: z.string(),
  donor: z.enum(donorKinds),
  amountCents: z.int(),
  rhythm: z.enum(rhythms),
  method: z.enum(pledgeMethods),
  status: PledgeStatus,
  /** What came of it, less what was taken back. */
  receivedCents: z.int(),
  pledgedAt: z.iso.datetime(),
});
export type PledgeRow = z.infer<typeof PledgeRow>;

/** A monthly gift that the provider takes. */
export const MonthlyDebit = z.object({
  state: z.enum(subscriptionStates),
  /** The day of the next debit, and until which day nothing is taken. */
  nextOn: z.string().nullable(),
  pausedUntil: z.string().nullable(),
  /** Whether a refused debit is not tried again. */
  givenUp: z.boolean(),
});
export type MonthlyDebit = z.infer<typeof MonthlyDebit>;

export const PledgeRecord = PledgeRow.extend({
  email: z.string(),
  locale: z.enum(locales),
  allocation: z.enum(allocations),
  /** The project that the team allocates it to; the donor's own choice is the allocation. */
  project: z.object({ id: z.uuid(), name: Localized }).nullable(),
  company: z.string().nullable(),
  siren: z.string().nullable(),
  legalForm: z.string().nullable(),
  receipt: z.boolean(),
  address: z.string().nullable(),
  /** The address in its parts; null where there is none, or it was erased. */
  postal: z.object({ street: z.string(), postcode: z.string(), city: z.string(), country: z.string() }).nullable(),
  /** Whether there is no receipt and may be one after all: who gave is not erased, and the year may still be certified. */
  mayAskReceipt: z.boolean(),
  /** When the donor stopped it, and why, in their words; staff who cancel a pledge leave both empty. */
  stoppedAt: z.iso.datetime().nullable(),
  stopReason: z.string().nullable(),
  /** Debits on their way, and how a monthly gift is at the provider. */
  pendingCents: z.int(),
  debit: MonthlyDebit.nullable(),
  /** Whether the provider took a monthly gift that has ended there: it cannot be promised again. */
  ended: z.boolean(),
});
export type PledgeRecord = z.infer<typeof PledgeRecord>;

/** What came in a month, `YYYY-MM`, and what the pledges made in it still promise. */
export const PledgeMonth = z.object({ month: z.string(), receivedCents: z.int(), promisedCents: z.int() });
export type PledgeMonth = z.infer<typeof PledgeMonth>;

/** With more open ones in a year, the months are not added up for a page. */
export const maxPledgesCounted = 10_000;

const admins = { roles: ["ADMIN"] } as const;
const byId = z.object({ id: z.uuid() });

export const PledgeRowsQuery = listQuery(["pledgedAt", "amountCents", "name"], {
  status: PledgeStatus.optional().catch(undefined),
  rhythm: z.enum(rhythms).optional().catch(undefined),
  donor: z.enum(donorKinds).optional().catch(undefined),
  projectId: z.uuid().optional().catch(undefined),
  ...daysBetween("pledgedAt"),
});

/** Which project a pledge is for; none takes it from the one that it was for. */
export const PledgeProject = z.object({ projectId: z.uuid().nullish() });
export type PledgeRowsQuery = z.infer<typeof PledgeRowsQuery>;

export const pledgesApi = {
  /** By which means gifts can be paid here. */
  means: endpoint({
    method: "GET",
    path: "/api/pledge-means",
    access: "public",
    response: z.object({
      methods: z.array(z.enum(pledgeMethods)),
      /** The origin of the pages on which gifts are paid by card. */
      cardOrigin: z.url().nullable(),
    }),
    shows: [],
  }),
  create: endpoint({
    method: "POST",
    path: "/api/pledges",
    access: "public",
    body: PledgeDraft,
    response: z.object({ reference: z.string() }),
    status: 201,
  }),
  payment: endpoint({
    method: "GET",
    path: "/api/pledges/:reference",
    access: "public",
    params: z.object({ reference: z.string().regex(/^DON-[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/) }),
    response: PledgePayment,
  }),
  list: endpoint({
    method: "GET",
    path: "/api/admin/pledges",
    access: admins,
    query: PledgeRowsQuery,
    response: pageOf(PledgeRow),
  }),
  /** The months of the last year with payments or open pledges, the newest last. */
  months: endpoint({
    method: "GET",
    path: "/api/admin/pledge-months",
    access: admins,
    response: z.object({ items: z.array(PledgeMonth).max(12) }),
  }),
  get: endpoint({ method: "GET", path: "/api/admin/pledges/:id", access: admins, params: byId, response: PledgeRecord }),
  /** Corrects who gave, or adds that they want a receipt. Receipts that were issued stay as they are. */
  setDonor: endpoint({
    method: "PUT",
    path: "/api/admin/pledges/:id/donor",
    access: admins,
    params: byId,
    body: PledgeDonor,
    response: PledgeRecord,
  }),
  setStatus: endpoint({
    method: "POST",
    path: "/api/admin/pledges/:id/status",
    access: admins,
    params: byId,
    body: z.object({ status: PledgeStatus }),
    response: PledgeRecord,
    repeatable: true,
  }),
  setProject: endpoint({
    method: "PUT",
    path: "/api/admin/pledges/:id/project",
    access: admins,
    params: byId,
    body: PledgeProject,
    response: PledgeRecord,
  }),
};
