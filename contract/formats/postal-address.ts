import * as z from "zod";

const line = (max: number) => z.string().trim().min(1).max(max);

export const Postcode = z
  .string()
  .trim()
  .regex(/^\d{5}$/, "addresses:postcodeForm");

/** The département that a postcode begins with: two digits, three overseas. */
export function departementOf(postcode: string): string {
  return postcode.slice(0, /^9[78]/.test(postcode) ? 3 : 2);
}

/** Where someone lives, or where their shop is. */
export const PostalAddress = z.object({
  addressLine: line(160),
  postcode: Postcode,
  city: line(100),
});
export type PostalAddress = z.infer<typeof PostalAddress>;
