import * as z from "zod";
import { moments, products, shopAnswers } from "./registration-steps.ts";

/** What a shop answered when it registered, as its owner or staff change it. */
export const Shop = shopAnswers.extend({
  legalForm: shopAnswers.shape.legalForm.nullish(),
  pickupNotes: shopAnswers.shape.pickupNotes.nullish(),
  /** When the form was read: a change made by somebody else since then is not overwritten. */
  version: z.iso.datetime(),
});
export type Shop = z.output<typeof Shop>;

/** The stored answers; a shop that did not register here has none yet. */
export const StoredShop = z.object({
  siret: z.string(),
  companyName: z.string(),
  legalForm: z.string().nullable(),
  addressLine: z.string(),
  postcode: z.string(),
  city: z.string(),
  surfaceOver400: z.boolean(),
  fiscalYearEnd: z.string(),
  moments: z.array(z.enum(moments)),
  products: z.array(z.enum(products)),
  pickupNotes: z.string().nullable(),
  version: z.iso.datetime(),
});
export type StoredShop = z.infer<typeof StoredShop>;
