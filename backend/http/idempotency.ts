import { createHash } from "node:crypto";
import { and, eq, lt } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { openWith, sealFor } from "#backend/secrets";
import { Refusal } from "../refusal.ts";
import { idempotencyKeys } from "./tables.ts";

export type KeyedRequest = {
  userId: string;
  key: string;
  body: unknown;
  /** Keys that encrypt the stored answer where it holds a secret, the newest first. */
  sealedWith?: string[];
};

/**
 * Makes a change once for its key: the row of the key and the change are one transaction. The same request at the same
 * time waits for the first and gets its answer; the same key for another body is refused (422). A change that fails
 * leaves no trace, so it can be tried again.
 */
export async function once<T>(db: Db, { userId, key, body, sealedWith }: KeyedRequest, change: (tx: Db) => Promise<T>): Promise<T> {
  const bodyHash = await hashOfBody(body);
  return db.transaction(async (tx) => {
    const mine = rowOf({ userId, key });
    const claimed = await tx.insert(idempotencyKeys).values({ userId, key, bodyHash }).onConflictDoNothing().returning();
    if (claimed.length === 0) {
      const [done] = await tx.select().from(idempotencyKeys).where(mine);
      if (done?.bodyHash !== bodyHash) throw new Refusal("already_sent");
      return (sealedWith ? opened(sealedWith, done.answer) : done.answer) as T;
    }
    const answer = await change(tx);
    const [secret] = sealedWith ?? [];
    const stored = secret === undefined ? answer : { sealed: sealFor(secret, JSON.stringify(answer)) };
    await tx.update(idempotencyKeys).set({ answer: stored }).where(mine);
    return answer;
  });
}

export const rowOf = ({ userId, key }: Pick<KeyedRequest, "userId" | "key">) =>
  and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key));

export const hashOfBody = async (body: unknown): Promise<string> =>
  createHash("sha256")
    .update(JSON.stringify((await withFileHashes(body)) ?? null))
    .digest("base64url");

/** The body for comparison, each file as a hash of its bytes, name and type. */
async function withFileHashes(value: unknown): Promise<unknown> {
  if (value instanceof File) {
    const sha256 = createHash("sha256").update(new Uint8Array(await value.arrayBuffer()));
    return { file: sha256.digest("base64url"), name: value.name, type: value.type };
  }
  if (Array.isArray(value)) return Promise.all(value.map(withFileHashes));
  if (value === null || typeof value !== "object" || value instanceof Date) return value;
  const parts = Object.entries(value).map(async ([name, part]) => [name, await withFileHashes(part)] as const);
  return Object.fromEntries(await Promise.all(parts));
}

/** An encrypted response. One that no current secret decrypts is old. */
function opened(secrets: string[], answer: unknown): unknown {
  const { sealed = "" } = (answer ?? {}) as { sealed?: string };
  for (const secret of secrets) {
    try {
      return JSON.parse(openWith(secret, sealed));
    } catch {
      // Encrypted with another one.
    }
  }
  throw new Refusal("already_sent");
}

/** Keys protect against double submission, within a short time only. */
export async function purgeIdempotencyKeys(db: Db, now: Date) {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, new Date(now.getTime() - 86_400_000)));
}
