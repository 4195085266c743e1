import { createHash } from "node:crypto";
import { and, eq, lt } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { Refusal } from "./refusal.ts";
import { idempotencyKeys } from "./tables.ts";

type Request = { userId: string; key: string; body: unknown };

/**
 * Does a change once for its key: the row of the key and the change are one transaction. The same request at the same
 * time waits for the first and gets its answer; the same key for another body is refused (422). A change that fails
 * leaves no trace, so it can be tried again.
 */
export async function once<T>(db: Db, { userId, key, body }: Request, change: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    const bodyHash = createHash("sha256")
      .update(JSON.stringify(body ?? null))
      .digest("base64url");
    const mine = and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key));
    const claimed = await tx.insert(idempotencyKeys).values({ userId, key, bodyHash }).onConflictDoNothing().returning();
    if (claimed.length === 0) {
      const [done] = await tx.select().from(idempotencyKeys).where(mine);
      if (done?.bodyHash !== bodyHash) throw new Refusal("already_sent");
      return done.answer as T;
    }
    const answer = await change(tx);
    await tx.update(idempotencyKeys).set({ answer }).where(mine);
    return answer;
  });
}

/** Keys protect against double sending, not against next week. */
export async function purgeIdempotencyKeys(db: Db, now: Date) {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, new Date(now.getTime() - 86_400_000)));
}
