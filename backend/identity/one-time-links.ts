import { eq } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { hashOf, newToken } from "#backend/secrets";
import type { LinkState } from "#contract/api/mail-links";

/** A new link that is valid for `milliseconds`: `link` is for the mail, `stored` for the table, which never has the token itself. */
export function newLink(now: Date, milliseconds: number) {
  const token = newToken();
  const expiresAt = new Date(now.getTime() + milliseconds);
  return { link: { token, endsAt: expiresAt }, stored: { tokenHash: hashOf(token), expiresAt } };
}

/** Selects the row of a link by its token. */
export const ofToken = (table: { tokenHash: PgColumn }, token: string) => eq(table.tokenHash, hashOf(token));

/** Whether a link can be used: once, before its end. An unknown link gets the same answer as an expired one. */
export function linkState(link: { usedAt: Date | null; expiresAt: Date } | undefined, now: Date): LinkState {
  if (link?.usedAt) return "used";
  return link && link.expiresAt > now ? "valid" : "expired";
}
