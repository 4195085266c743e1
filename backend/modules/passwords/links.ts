import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { newLink } from "#backend/identity/one-time-links";
import { passwordResets } from "./tables.ts";

const lifetime = 60 * 60 * 1000;

export const newResetLink = (now: Date) => newLink(now, lifetime);

/** Stores a link to choose a new password. It replaces the previous one, which becomes invalid. */
export async function storeResetLink(tx: Db, userId: string, { stored }: Pick<ReturnType<typeof newLink>, "stored">, now: Date) {
  const link = { ...stored, usedAt: null, createdAt: now, updatedAt: now };
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
