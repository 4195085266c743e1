import * as z from "zod";
import { endpoint, listQuery, pageOf } from "../api/endpoint.ts";
import { filled } from "../formats/validation.ts";
import { paymentMethods } from "./payments.ts";
import { donorKinds } from "./pledge-donor.ts";

/** Receipts for people, for companies, and for expenses that volunteers give up: each series has its own numbers. */
export const receiptSeries = ["IND", "COM", "EXP"] as const;
export type ReceiptSeries = (typeof receiptSeries)[number];
export const receiptStatuses = ["issued", "cancelled"] as const;
/** What a list shows: an issued receipt of which something was refunded since has to be replaced. */
export const receiptStates = ["issued", "to_replace", "cancelled"] as const;
export type ReceiptState = (typeof receiptStates)[number];

/** The article of the code général des impôts that a receipt certifies. */
export const receiptArticles = ["200", "238bis"] as const;

/** Why no receipt can be issued: facts of the organisation first, then of the donor. */
export const organisationGaps = ["no_regime", "no_identifier", "no_seat", "no_object", "no_signatory", "no_form"] as const;
export type OrganisationGap = (typeof organisationGaps)[number];
export const donorGaps = ["unknown_donor", "no_address", "no_legal_form"] as const;
export type DonorGap = (typeof donorGaps)[number];

/** The organisation as it was when the receipt was issued. */
export type ReceiptIssuer = {
  name: string;
  legalForm: string | null;
  rna: string | null;
  siren: string | null;
  postalAddress: string;
  object: string;
  regime: "75" | "66";
  recognisedOn: string | null;
  decree: string | null;
  signatory: string;
  signatoryQuality: string;
};

/** Who gave, as they were when the receipt was issued. */
export const ReceiptDonor = z.object({
  kind: z.enum(donorKinds),
  name: z.string(),
  company: z.string().nullable(),
  legalForm: z.string().nullable(),
  siren: z.string().nullable(),
  street: z.string(),
  postcode: z.string(),
  city: z.string(),
  country: z.string(),
});
export type ReceiptDonor = z.infer<typeof ReceiptDonor>;

export const ReceiptRow = z.object({
  id: z.uuid(),
  number: z.string(),
  series: z.enum(receiptSeries),
  year: z.int(),
  /** Who gave; null once the receipt is past its six years. */
  name: z.string().nullable(),
  amountCents: z.int(),
  periodFrom: z.iso.date(),
  periodTo: z.iso.date(),
  state: z.enum(receiptStates),
  issuedAt: z.iso.datetime(),
  sentAt: z.iso.datetime().nullable(),
});
export type ReceiptRow = z.infer<typeof ReceiptRow>;

const Other = z.object({ id: z.uuid(), number: z.string() });

export const ReceiptRecord = ReceiptRow.extend({
  donor: ReceiptDonor.nullable(),
  donorId: z.uuid().nullable(),
  email: z.string().nullable(),
  article: z.enum(receiptArticles),
  methods: z.array(z.enum(paymentMethods)),
  form: z.string(),
  sha256: z.string().nullable(),
  issuedBy: z.string().nullable(),
  cancelledAt: z.iso.datetime().nullable(),
  cancelledBy: z.string().nullable(),
  cancelReason: z.string().nullable(),
  replaces: Other.nullable(),
  replacedBy: Other.nullable(),
  /** The payments that it certifies; `leftCents` is what is left of each today. */
  sources: z.array(
    z.object({ paymentId: z.uuid(), receivedOn: z.string(), method: z.enum(paymentMethods), cents: z.int(), leftCents: z.int() }),
  ),
  /** The gifts in kind that it certifies with their approved value, in the series IND. */
  inKind: z.array(z.object({ giftId: z.uuid(), receivedOn: z.string(), description: z.string(), cents: z.int() })),
  /** The expense claims that it certifies, in the series EXP. */
  expenses: z.array(z.object({ claimId: z.uuid(), spentOn: z.string(), cents: z.int() })),
});
export type ReceiptRecord = z.infer<typeof ReceiptRecord>;

/** A receipt to come: what a donor gave in a period and no receipt certifies. */
export const ReceiptToCome = z.object({
  /** One of its payments, gifts in kind or expense claims, by which it is issued. */
  sourceId: z.uuid(),
  name: z.string(),
  series: z.enum(receiptSeries),
  periodFrom: z.iso.date(),
  periodTo: z.iso.date(),
  amountCents: z.int(),
  sources: z.int(),
  /** How many of these are gifts in kind. */
  inKind: z.int(),
  gap: z.enum(donorGaps).nullable(),
  /** Whether the address is missing, and there is an e-mail address at which it can be asked for. */
  mayAsk: z.boolean(),
});
export type ReceiptToCome = z.infer<typeof ReceiptToCome>;

export const ReceiptsToCome = z.object({
  gaps: z.array(z.enum(organisationGaps)),
  ready: z.object({ receipts: z.int(), cents: z.int() }),
  /** How many of those that are ready are of a period that is over. */
  due: z.int(),
  blocked: z.object({ receipts: z.int(), cents: z.int() }),
  /** Other years of which receipts were due last night. */
  otherYears: z.array(z.int()),
  /** The first ones: those whose address or legal form is missing, then those that are ready, then those of donors that nobody knows. */
  items: z.array(ReceiptToCome),
});
export type ReceiptsToCome = z.infer<typeof ReceiptsToCome>;

/** The most receipts to come that are named at once. */
export const maxToComeShown = 200;

/** How many years back a receipt may still be issued for the first time: for as long as whoever gave may declare the gift. */
export const yearsBack = 3;

const year = z.coerce.number().int().min(2000).max(2200);

export const ReceiptRowsQuery = listQuery(["issuedAt", "amount"], {
  year: year.optional().catch(undefined),
  series: z.enum(receiptSeries).optional().catch(undefined),
  state: z.enum(receiptStates).optional().catch(undefined),
});
export type ReceiptRowsQuery = z.infer<typeof ReceiptRowsQuery>;

/** Why a receipt is cancelled, in words that whoever reads the receipt again will see. */
export const CancelForm = z.object({ reason: filled("receipts:error.reason", 300) });
export const IssueForm = z.object({ sourceId: z.uuid() });
export const YearForm = z.object({ year });

/** The receipts of a series that were issued in a year, as they are declared (article 222 bis): those that were cancelled do not count. */
export const SeriesOfYear = z.object({
  series: z.enum(receiptSeries),
  year: z.int(),
  receipts: z.int(),
  cents: z.int(),
  cancelled: z.int(),
  /** How many count with an amount of which something was taken back since. */
  toReplace: z.int(),
  /** The last number of the series, and whether there is a receipt for each number up to it, in the order of their times. */
  last: z.int(),
  isWhole: z.boolean(),
});
export type SeriesOfYear = z.infer<typeof SeriesOfYear>;

const admins = { roles: ["ADMIN"] } as const;
const path = "/api/admin/fiscal-receipts";
const byId = z.object({ id: z.uuid() });
const Id = z.object({ id: z.uuid() });

export const fiscalReceiptsApi = {
  list: endpoint({ method: "GET", path, access: admins, query: ReceiptRowsQuery, response: pageOf(ReceiptRow) }),
  get: endpoint({ method: "GET", path: `${path}/:id`, access: admins, params: byId, response: ReceiptRecord }),
  /** What is still to be certified of the gifts of a year; the year of a company is the one in which its financial year ends. */
  toCome: endpoint({
    method: "GET",
    path: "/api/admin/fiscal-receipts-to-come",
    access: admins,
    query: z.object({ year }),
    response: ReceiptsToCome,
    readsMany: true,
  }),
  /** Issues the receipt of the donor and period that a payment, a gift in kind or an expense claim belongs to. Again, it is the same receipt. */
  issue: endpoint({ method: "POST", path, access: admins, body: IssueForm, response: Id, status: 201 }),
  /** Writes to whoever gave that the receipt lacks their postal address, once a day at most. */
  askAddress: endpoint({
    method: "POST",
    path: "/api/admin/fiscal-receipt-addresses",
    access: admins,
    body: IssueForm,
    response: z.object({ sent: z.boolean() }),
    repeatable: true,
  }),
  /** Issues the receipts of a year whose periods are over, in a task. */
  issueYear: endpoint({
    method: "POST",
    path: "/api/admin/fiscal-receipts-of-year",
    access: admins,
    body: YearForm,
    response: z.object({ task: z.uuid() }),
    readsMany: true,
  }),
  cancel: endpoint({ method: "POST", path: `${path}/:id/cancellation`, access: admins, params: byId, body: CancelForm, response: Id }),
  /** Cancels a receipt and issues another for what is left, in one step. */
  replace: endpoint({
    method: "POST",
    path: `${path}/:id/replacement`,
    access: admins,
    params: byId,
    body: CancelForm,
    response: Id,
    status: 201,
  }),
};

/** What the page of a receipt sends: why, and whether another one takes its place. */
export const ChangeForm = CancelForm.extend({ what: z.enum(["replace", "cancel"], "receipts:error.what") });

/** A receipt as whoever gave reads it. */
export const OwnReceipt = ReceiptRow.pick({
  id: true,
  number: true,
  amountCents: true,
  periodFrom: true,
  periodTo: true,
  issuedAt: true,
}).extend({
  isCancelled: z.boolean(),
  /** Whether something that it certifies was taken back since: it does not count as it is. */
  isToReplace: z.boolean(),
});
export type OwnReceipt = z.infer<typeof OwnReceipt>;
const OwnReceipts = z.object({ items: z.array(OwnReceipt) });

/** Those who give, and volunteers who give up expenses. */
const givers = { roles: ["DONATOR_MERCHANT", "DONATOR_INDIVIDUAL", "ADMIN", "VOLUNTEER"] } as const;

/** One's own receipts: those of the account, and those of its confirmed address. */
export const ownReceiptsApi = {
  list: endpoint({ method: "GET", path: "/api/own-fiscal-receipts", access: givers, response: OwnReceipts }),
  get: endpoint({ method: "GET", path: "/api/own-fiscal-receipts/:id", access: givers, params: byId, response: OwnReceipt }),
};

/** The same without an account, for whoever opened the gifts of an address. Without the cookie of that access they answer 401. */
export const donorReceiptsApi = {
  list: endpoint({ method: "GET", path: "/api/donor-receipts", access: "public", response: OwnReceipts }),
  get: endpoint({ method: "GET", path: "/api/donor-receipts/:id", access: "public", params: byId, response: OwnReceipt }),
};
