import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { hashOf } from "#backend/secrets";
import type { LinkState } from "#contract/api/mail-links";
import { passwordResets } from "./tables.ts";

const lifetime = 60 * 60 * 1000;

/** When a link made now ends. */
export const endOfResetLink = (now: Date) => new Date(now.getTime() + lifetime);

/** Stores a link to choose a new password, by the hash of its token. It replaces the previous one, which becomes invalid. */
export async function keepResetLink(tx: Db, userId: string, token: string, now: Date) {
  const link = { tokenHash: hashOf(token), expiresAt: endOfResetLink(now), usedAt: null, createdAt: now, updatedAt: now };
  await tx
    .insert(passwordResets)
    .values({ userId, ...link })
    .onConflictDoUpdate({ target: passwordResets.userId, set: link });
}

/** Uses up the link of a person, if there is one. */
export async function voidResetLinks(tx: Db, userId: string, now: Date) {
  await tx
    .update(passwordResets)
    .set({ usedAt: now })
    .where(and(eq(passwordResets.userId, userId), isNull(passwordResets.usedAt)));
}

export function stateOfLink(link: { usedAt: Date | null; expiresAt: Date } | undefined, now: Date): LinkState {
  if (link?.usedAt) return "used";
  return link && link.expiresAt > now ? "valid" : "expired";
}
