import * as z from "zod";

export const coverTones = ["pale", "sun", "deep", "beige", "leaf"] as const;
export const coverPatterns = ["row", "circles", "nested", "columns"] as const;
export const coverObjects = ["crate", "bike", "door", "kit", "coat", "coin"] as const;

export const drawing = {
  tone: z.enum(coverTones).default("pale"),
  pattern: z.enum(coverPatterns).default("row"),
  object: z.enum(coverObjects).default("crate"),
};

/** A cover is a drawing made of three choices, or an uploaded picture, which then needs a description. */
export const Cover = z.object({ ...drawing, imageId: z.uuid().nullable(), alt: z.string() });
export type Cover = z.infer<typeof Cover>;
