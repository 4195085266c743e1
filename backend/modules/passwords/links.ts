import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { hashOf, newToken } from "#backend/identity/secrets";
import type { LinkState } from "#contract/mail-links";
import { passwordResets } from "./tables.ts";

const lifetime = 60 * 60 * 1000;

/** A link to choose a new password; answers its token, which is kept nowhere. */
export async function makeResetLink(tx: Db, userId: string, now: Date): Promise<string> {
  const token = newToken();
  const expiresAt = new Date(now.getTime() + lifetime);
  await tx.insert(passwordResets).values({ userId, tokenHash: hashOf(token), expiresAt, createdAt: now });
  return token;
}

/** Uses up every such link of a person. */
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
