import * as z from "zod";
import { Done, endpoint, listQuery, pageOf } from "../api/endpoint.ts";
import { daysBetween, decidable } from "../api/list-filters.ts";
import { locales } from "../formats/locale.ts";
import { filled, validEmail } from "../formats/validation.ts";
import { bookedDay, typedCents } from "./payments.ts";
import { ReceiptAddress } from "./pledge-donor.ts";

/** What somebody gives besides money. */
export const giftCategories = ["clothing", "food", "hygiene", "furniture", "toys", "other"] as const;

/** What became of the value that a donor asked for. */
export const valueStates = ["requested", "approved", "declined"] as const;
export type ValueState = (typeof valueStates)[number];
/** The largest value of a gift, in cents. */
export const largestValue = 10_000_000;

/** A gift of things by a person, as it was brought. It has no value unless its donor asks for one: a note of thanks says what came. */
export const GiftInKindDraft = z.object({
  receivedOn: bookedDay(),
  category: z.enum(giftCategories, "in-kind:error.category"),
  description: filled("in-kind:error.description", 300),
  name: filled("in-kind:error.name", 120),
  email: validEmail("in-kind:error.email", "in-kind:error.email").nullish(),
  locale: z.enum(locales, "in-kind:error.locale").default("fr"),
});
export type GiftInKindDraft = z.output<typeof GiftInKindDraft>;

export const GiftInKind = z.object({
  id: z.uuid(),
  receivedOn: z.string(),
  category: z.enum(giftCategories),
  description: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  locale: z.enum(locales),
  recordedBy: z.string().nullable(),
  /** When the note of thanks was sent. */
  thankedAt: z.iso.datetime().nullable(),
  /** Null where its donor has not asked for a value. */
  valueState: z.enum(valueStates).nullable(),
  valueCents: z.int().nullable(),
  version: z.int(),
});
export type GiftInKind = z.infer<typeof GiftInKind>;

const address = z.object({ street: z.string(), postcode: z.string(), city: z.string(), country: z.string() });

/** With the value that its donor asked for, and what became of it. */
export const GiftInKindRecord = GiftInKind.extend({
  /** Whether its donor was erased from it: only its figures are left, and they stay. */
  isErased: z.boolean(),
  /** Whether a receipt, cancelled or not, was issued of it: it is not deleted. */
  wasCertified: z.boolean(),
  value: z
    .object({
      basis: z.string(),
      /** Null once its donor was erased. */
      address: address.nullable(),
      recordedBy: z.string().nullable(),
      recordedAt: z.iso.datetime(),
      /** Whether the reader recorded it, or gave the goods: somebody else decides. */
      isOwn: z.boolean(),
      decidedBy: z.string().nullable(),
      decidedAt: z.iso.datetime().nullable(),
      /** Why it was declined. */
      reason: z.string().nullable(),
      /** The receipt that certifies it. */
      receipt: z.object({ id: z.uuid(), number: z.string() }).nullable(),
    })
    .nullable(),
});
export type GiftInKindRecord = z.infer<typeof GiftInKindRecord>;

const ofValue = { basis: filled("in-kind:error.basis", 300) };

/** The value that a donor asks for: what they would have got by selling the goods, how they came to it, and the address that the law wants on a receipt. */
export const ValueDraft = ReceiptAddress.safeExtend({
  ...ofValue,
  valueCents: z.int().min(1, "in-kind:error.value").max(largestValue, "in-kind:error.value"),
  version: z.int(),
});
export type ValueDraft = z.output<typeof ValueDraft>;
export const ValueForm = ReceiptAddress.safeExtend({
  ...ofValue,
  amount: typedCents.refine((typed) => typed >= 1 && typed <= largestValue, "in-kind:error.value"),
});

export const DeclineValueForm = z.object({ reason: filled("in-kind:error.reason", 300) });

export const GiftsInKindQuery = listQuery(["receivedOn", "name"], {
  category: z.enum(giftCategories).optional().catch(undefined),
  value: z.enum(valueStates).optional().catch(undefined),
  decidable,
  ...daysBetween("receivedOn"),
});
export type GiftsInKindQuery = z.infer<typeof GiftsInKindQuery>;

const access = { roles: ["ADMIN"] } as const;
const path = "/api/admin/gifts-in-kind";
const params = z.object({ id: z.uuid() });
const body = z.object({ version: z.int() });

export const giftsInKindApi = {
  list: endpoint({ method: "GET", path, access, query: GiftsInKindQuery, response: pageOf(GiftInKind) }),
  create: endpoint({ method: "POST", path, access, body: GiftInKindDraft, response: z.object({ id: z.uuid() }), status: 201 }),
  get: endpoint({ method: "GET", path: `${path}/:id`, access, params, response: GiftInKindRecord }),
  /** Corrects a gift as it was recorded. One with a value has its value taken back first. */
  change: endpoint({ method: "PUT", path: `${path}/:id`, access, params, body: GiftInKindDraft.extend(body.shape), response: Done }),
  /** Sends the note of thanks to whoever gave, once for an e-mail address. */
  thank: endpoint({ method: "POST", path: `${path}/:id/thanks`, access, params, body, response: Done }),
  /** Records the value that the donor asked for, in place of one that nobody has approved. */
  recordValue: endpoint({ method: "POST", path: `${path}/:id/value`, access, params, body: ValueDraft, response: Done }),
  /** Approves the value that somebody else recorded: a tax receipt may then certify it. */
  approveValue: endpoint({ method: "POST", path: `${path}/:id/value/approval`, access, params, body, response: Done }),
  declineValue: endpoint({
    ...{ method: "POST", path: `${path}/:id/value/refusal`, access, params, response: Done },
    body: DeclineValueForm.extend(body.shape),
  }),
  /** Takes a value back, whatever became of it, as long as no receipt certifies it. */
  withdrawValue: endpoint({ method: "POST", path: `${path}/:id/value/withdrawal`, access, params, body, response: Done }),
  /** Removes a gift that was recorded by mistake. */
  remove: endpoint({ method: "POST", path: `${path}/:id/removal`, access, params, body, response: Done }),
};
