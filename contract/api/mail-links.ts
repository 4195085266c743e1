import * as z from "zod";

/** What a link in a mail carries, and what the link still does. */
export const Token = z.string().regex(/^[\w-]{20,128}$/);
export const linkStates = ["valid", "used", "expired"] as const;
export const LinkState = z.enum(linkStates);
export type LinkState = z.infer<typeof LinkState>;
