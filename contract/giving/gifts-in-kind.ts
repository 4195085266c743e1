import * as z from "zod";
import { Done, endpoint, listQuery, pageOf } from "../api/endpoint.ts";
import { daysBetween } from "../api/list-filters.ts";
import { locales } from "../formats/locale.ts";
import { emailAddress, filled } from "../formats/validation.ts";
import { bookedDay } from "./payments.ts";

/** What somebody gives besides money. */
export const giftCategories = ["clothing", "food", "hygiene", "furniture", "toys", "other"] as const;

/** A gift of things by a person, as it was brought. It has no value: a note of thanks says what came. */
export const GiftInKindDraft = z.object({
  receivedOn: bookedDay(),
  category: z.enum(giftCategories, "in-kind:error.category"),
  description: filled("in-kind:error.description", 300),
  name: filled("in-kind:error.name", 120),
  email: emailAddress("in-kind:error.email", "in-kind:error.email").nullish(),
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
  version: z.int(),
});
export type GiftInKind = z.infer<typeof GiftInKind>;

export const GiftsInKindQuery = listQuery(["receivedOn", "name"], {
  category: z.enum(giftCategories).optional().catch(undefined),
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
  get: endpoint({ method: "GET", path: `${path}/:id`, access, params, response: GiftInKind }),
  /** Sends the note of thanks to whoever gave, once. */
  thank: endpoint({ method: "POST", path: `${path}/:id/thanks`, access, params, body, response: Done }),
  /** Removes a gift that was recorded by mistake. */
  remove: endpoint({ method: "POST", path: `${path}/:id/removal`, access, params, body, response: Done }),
};
