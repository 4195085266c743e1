import * as z from "zod";

const line = (max: number) => z.string().trim().min(1).max(max);

/** Where someone lives, or where their shop is. */
export const PostalAddress = z.object({
  addressLine: line(160),
  postcode: z
    .string()
    .trim()
    .regex(/^\d{5}$/, "addresses:postcodeForm"),
  city: line(100),
});
export type PostalAddress = z.infer<typeof PostalAddress>;
