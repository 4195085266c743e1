import * as z from "zod";

/** The token of a link in a mail, and whether the link is valid. */
export const Token = z.string().regex(/^[\w-]{20,128}$/);
export const linkStates = ["valid", "used", "expired"] as const;
export const LinkState = z.enum(linkStates);
export type LinkState = z.infer<typeof LinkState>;
