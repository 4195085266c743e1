import * as z from "zod";
import { filled } from "./validation.ts";

export const Postcode = z
  .string("addresses:postcodeForm")
  .trim()
  .regex(/^\d{5}$/, "addresses:postcodeForm");

/** The département that a postcode begins with: two digits, three overseas. */
export function departementOf(postcode: string): string {
  return postcode.slice(0, /^9[78]/.test(postcode) ? 3 : 2);
}

/** Where someone lives, or where their shop is. */
export const PostalAddress = z.object({
  addressLine: filled("addresses:addressLineMissing", 160),
  postcode: Postcode,
  city: filled("addresses:cityMissing", 100),
});
export type PostalAddress = z.infer<typeof PostalAddress>;
