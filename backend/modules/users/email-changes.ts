import { and, eq, isNull, ne } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { emailVerifications } from "#backend/modules/registration/tables";
import { users } from "./tables.ts";

/** Invalidates the links to any e-mail address other than the current one: a new password cancels them. */
export async function forgetEmailChanges(tx: Db, userId: string, now: Date) {
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId));
  if (!user) return;
  const { usedAt, email } = emailVerifications;
  await tx
    .update(emailVerifications)
    .set({ expiresAt: now })
    .where(and(eq(emailVerifications.userId, userId), isNull(usedAt), ne(email, user.email)));
}
