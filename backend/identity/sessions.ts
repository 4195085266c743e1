import { and, eq, gt, inArray, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import { accessTokenLifetime, refreshGrace, refreshTokenLifetime } from "#contract/accounts/session";
import { hashOf, newToken, openWith, sealFor } from "../secrets.ts";
import { sessions, sessionTokens } from "./tables.ts";

export type TokenPair = { access: string; refresh: string };

const after = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000);

/** Opens a session for a person who has just proved who they are. */
export async function openSession(db: Db, now: Date, { userId, userAgent }: { userId: string; userAgent?: string }): Promise<TokenPair> {
  return db.transaction(async (tx) => {
    const [session] = await tx
      .insert(sessions)
      .values({ userId, userAgent: userAgent?.slice(0, 200), createdAt: now, expiresAt: after(now, refreshTokenLifetime) })
      .returning({ id: sessions.id });
    if (!session) throw new Refusal("unexpected");
    return addTokens(tx, now, session.id, 1);
  });
}

async function addTokens(tx: Db, now: Date, sessionId: string, generation: number): Promise<TokenPair> {
  const pair = { access: newToken(), refresh: newToken() };
  await tx.insert(sessionTokens).values({
    sessionId,
    generation,
    accessHash: hashOf(pair.access),
    refreshHash: hashOf(pair.refresh),
    accessExpiresAt: after(now, accessTokenLifetime),
  });
  return pair;
}

export type Rotation = { pair: TokenPair; rotated: boolean; userId: string } | { reusedBy: string } | null;

/**
 * The next pair for a refresh token. The same token gets the same pair again for 30 s, so that parallel
 * requests and processes agree; after that its reuse means theft, and the whole session is revoked.
 * Null when the token is unknown, its session over or revoked.
 */
export async function rotate(db: Db, now: Date, refresh: string): Promise<Rotation> {
  const rotation = await rotateOnce(db, now, refresh);
  // After the transaction: who locks an account and then its sessions must never wait for who does the opposite.
  if (rotation && "pair" in rotation && rotation.rotated)
    await db.update(users).set({ lastInteractionAt: now }).where(eq(users.id, rotation.userId));
  return rotation;
}

function rotateOnce(db: Db, now: Date, refresh: string): Promise<Rotation> {
  return db.transaction(async (tx) => {
    const [found] = await tx
      .select({ token: sessionTokens, session: sessions })
      .from(sessionTokens)
      .innerJoin(sessions, eq(sessions.id, sessionTokens.sessionId))
      .where(eq(sessionTokens.refreshHash, hashOf(refresh)))
      .for("update");
    if (!found || found.session.revokedAt || found.session.expiresAt <= now) return null;
    const { token, session } = found;
    if (!token.rotatedAt) {
      const pair = await addTokens(tx, now, session.id, token.generation + 1);
      await tx
        .update(sessionTokens)
        .set({ rotatedAt: now, successor: sealFor(refresh, JSON.stringify(pair)) })
        .where(eq(sessionTokens.refreshHash, token.refreshHash));
      await tx
        .update(sessions)
        .set({ expiresAt: after(now, refreshTokenLifetime) })
        .where(eq(sessions.id, session.id));
      return { pair, rotated: true, userId: session.userId };
    }
    if (token.successor && now <= after(token.rotatedAt, refreshGrace)) {
      return { pair: JSON.parse(openWith(refresh, token.successor)) as TokenPair, rotated: false, userId: session.userId };
    }
    await revoke(tx, now, eq(sessions.id, session.id), "reuse");
    return { reusedBy: session.userId };
  });
}

/** Whose session a refresh token is of, while it can be used; null otherwise. */
export async function holderOf(db: Db, now: Date, refresh: string): Promise<string | null> {
  const [found] = await db
    .select({ userId: sessions.userId })
    .from(sessionTokens)
    .innerJoin(sessions, eq(sessions.id, sessionTokens.sessionId))
    .where(and(eq(sessionTokens.refreshHash, hashOf(refresh)), isNull(sessions.revokedAt), gt(sessions.expiresAt, now)));
  return found?.userId ?? null;
}

type Reason = NonNullable<typeof sessions.$inferSelect.revokedBecause>;

async function revoke(db: Db, now: Date, which: SQL | undefined, because: Reason) {
  await db
    .update(sessions)
    .set({ revokedAt: now, revokedBecause: because })
    .where(and(which, isNull(sessions.revokedAt)));
}

/** Ends the session that a token belongs to, whichever of the pair it is; an unknown token ends nothing. */
export async function endSession(db: Db, now: Date, token: string) {
  const hash = hashOf(token);
  const owner = sql`(select ${sessionTokens.sessionId} from ${sessionTokens} where ${sessionTokens.accessHash} = ${hash} or ${sessionTokens.refreshHash} = ${hash})`;
  await revoke(db, now, eq(sessions.id, owner), "logout");
}

/** Ends every session of people, or all but one: their password, address, role or rights have changed. */
export async function endSessionsOf(db: Db, now: Date, userIds: string[], except?: string) {
  await revoke(db, now, and(inArray(sessions.userId, userIds), except ? ne(sessions.id, except) : undefined), "account");
}
