import * as z from "zod";
import { importApi } from "../accounts/imports.ts";
import { countryCode } from "../formats/country-names.ts";
import { filled, shortText, validEmail } from "../formats/validation.ts";
import { isSiren } from "../giving/bank-codes.ts";
import { centsOf } from "../giving/money.ts";
import { bookedDay, typedCents } from "../giving/payments.ts";

/** What HelloAsso says of a payment: only what it has collected is imported. */
export const helloassoStatuses = ["paid", "refunded", "partly_refunded", "refused", "pending", "offline"] as const;

/** What a payment is for, by the kind of its form at HelloAsso. */
export const helloassoKinds = ["gift", "dues", "sale"] as const;

/** By which means HelloAsso collects money. */
export const helloassoMethods = ["card", "sepa_debit", "transfer"] as const;

/** An amount that may be nothing, as people type it, in cents. */
export const maybeNoCents = shortText(20, "payments:error.amount").transform((text, { addIssue }) => {
  const cents = text === "" ? 0 : centsOf(text);
  if (cents !== null) return cents;
  addIssue({ code: "custom", message: "payments:error.amount" });
  return z.NEVER;
});

/** A country by its name in French or English, or its letters. */
export const countryCell = shortText(60, "donate:error.country").transform((text, { addIssue }) => {
  const code = countryCode(text);
  if (code) return code;
  addIssue({ code: "custom", message: "helloasso:error.country" });
  return z.NEVER;
});

const saysNo = /^(?:non|no|false|faux|0|[-–—]+|n\/?a|aucun|none|(?:non|not) (?:éligible|eligible|émis|issued|applicable|concerné))$/i;
const saysYes = /^(?:oui|yes|true|vrai|https?:\/\/\S+)$/i;

/** A cell about a receipt: empty where there is none. What says neither yes nor no, and has no digit of a number, is refused. */
const receiptCell = (longest: number, { mayBeYes }: { mayBeYes: boolean }) =>
  shortText(longest, "helloasso:error.receipt").transform((text, { addIssue }) => {
    if (text === "" || saysNo.test(text)) return "";
    if (/\d/.test(text) || (mayBeYes && saysYes.test(text))) return text;
    addIssue({ code: "custom", message: "helloasso:error.receiptUnclear" });
    return z.NEVER;
  });

/** A line of HelloAsso's export of payments. */
export const HelloassoPayment = z.object({
  reference: filled("helloasso:error.reference", 60),
  paidOn: bookedDay(),
  /** In cents: all that was paid, the additional gift included. */
  amount: typedCents,
  status: z.enum(helloassoStatuses, "helloasso:error.status"),
  kind: z.enum(helloassoKinds, "helloasso:error.kind"),
  method: z.enum(helloassoMethods).default("card"),
  lastName: shortText(80, "payments:error.name").nullish(),
  firstName: shortText(80, "payments:error.name").nullish(),
  email: validEmail("payments:error.email", "payments:error.email").nullish(),
  /** The address of the member, where somebody else paid. */
  memberEmail: validEmail("payments:error.email", "payments:error.email").nullish(),
  company: shortText(160, "payments:error.name").nullish(),
  siren: shortText(20, "donate:error.siren")
    .overwrite((typed) => typed.replaceAll(/\s/g, ""))
    .refine((siren) => siren === "" || isSiren(siren), "donate:error.siren")
    .nullish(),
  street: shortText(200, "donate:error.street").nullish(),
  postalCode: shortText(12, "donate:error.postcodeAbroad").nullish(),
  city: shortText(120, "donate:error.city").nullish(),
  country: countryCell.default("FR"),
  /** The gift that a member added to the dues, in cents. */
  extraGift: maybeNoCents.default(0),
  plan: shortText(120, "helloasso:error.plan").nullish(),
  /** Whether HelloAsso has issued a receipt: its number, a link to it, or yes. */
  receipt: receiptCell(500, { mayBeYes: true }).nullish(),
  receiptNumber: receiptCell(60, { mayBeYes: false }).nullish(),
});
export type HelloassoPayment = z.output<typeof HelloassoPayment>;

/** Whether HelloAsso has issued a receipt. */
export const isReceipted = ({ receipt, receiptNumber }: Pick<HelloassoPayment, "receipt" | "receiptNumber">) =>
  Boolean(receiptNumber) || Boolean(receipt);

export const helloassoImportApi = importApi("/api/admin/helloasso-payments", { roles: ["ADMIN"] });
