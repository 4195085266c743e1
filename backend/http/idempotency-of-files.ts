import { setTimeout as pause } from "node:timers/promises";
import { and, isNull, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { cancelledBy } from "#backend/db/connections";
import { Refusal } from "../refusal.ts";
import { hashOfBody, type KeyedRequest, rowOf } from "./idempotency.ts";
import { idempotencyKeys } from "./tables.ts";

/** Milliseconds for which the same request waits for the answer of the first, and between two readings. */
const longestWait = 10_000;
const interval = 100;
/** Seconds after which a request without an answer has ended with its process. */
const longestRequest = 120;

/** Whether a body brings a file. */
export const bringsFile = (body: unknown): boolean =>
  typeof body === "object" && body !== null && Object.values(body).some((value) => value instanceof File);

/**
 * The same as {@link once} for a request that brings a file, which may take the scanner and the store many seconds: no transaction is open meanwhile.
 * The key is claimed first, and its row gets the answer once the change is made. One whose process died in between is free again after two minutes.
 */
export async function onceWithFile<T>(db: Db, { userId, key, body }: KeyedRequest, change: () => Promise<T>): Promise<T> {
  const mine = rowOf({ userId, key });
  const bodyHash = await hashOfBody(body);
  for (const until = Date.now() + longestWait; !(await claim(db, { userId, key, bodyHash })); await pause(interval)) {
    const [known] = await db.select().from(idempotencyKeys).where(mine);
    if (known && known.bodyHash !== bodyHash) throw new Refusal("already_sent");
    if (known && known.answer !== null) return known.answer as T;
    if (Date.now() > until) throw new Refusal("unavailable");
  }
  const answer = await change().catch(async (error: unknown) => {
    await whateverBecameOfTheRequest(() => db.delete(idempotencyKeys).where(mine));
    throw error;
  });
  await whateverBecameOfTheRequest(() => db.update(idempotencyKeys).set({ answer }).where(mine));
  return answer;
}

async function claim(db: Db, row: Pick<KeyedRequest, "userId" | "key"> & { bodyHash: string }): Promise<boolean> {
  const isOver = and(isNull(idempotencyKeys.answer), sql`${idempotencyKeys.createdAt} < now() - make_interval(secs => ${longestRequest})`);
  const claimed = await db
    .insert(idempotencyKeys)
    .values(row)
    .onConflictDoUpdate({
      target: [idempotencyKeys.userId, idempotencyKeys.key],
      set: { createdAt: sql`now()` },
      setWhere: and(isOver, sql`${idempotencyKeys.bodyHash} = ${row.bodyHash}`),
    })
    .returning({ key: idempotencyKeys.key });
  return claimed.length > 0;
}

/** The statements of a request that was given up are refused; these are sent all the same. A failure leaves the key claimed for two minutes. */
const whateverBecameOfTheRequest = (write: () => Promise<unknown>) =>
  cancelledBy(new AbortController().signal, async () => {
    await write();
  }).catch(() => {});
