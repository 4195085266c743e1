import { and, eq, isNull, ne } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { emailVerifications } from "#backend/modules/registration/tables";
import { users } from "./tables.ts";

/** Voids the links to any other address than the one in use: whoever chooses a new password has not asked for them. */
export async function forgetEmailChanges(tx: Db, userId: string, now: Date) {
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId));
  if (!user) return;
  const { usedAt, email } = emailVerifications;
  await tx
    .update(emailVerifications)
    .set({ expiresAt: now })
    .where(and(eq(emailVerifications.userId, userId), isNull(usedAt), ne(email, user.email)));
}
