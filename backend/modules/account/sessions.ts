import { and, desc, eq, gt, isNull, max, ne } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { sessions, sessionTokens } from "#backend/identity/tables";
import { Refusal } from "#backend/refusal";
import type { OwnSession } from "#contract/accounts/account";
import { accessTokenLifetime } from "#contract/accounts/session";

/** The browsers in which a person is logged in, the last used first. */
export async function openSessions(db: Db, actor: Actor, now: Date): Promise<OwnSession[]> {
  const lastToken = max(sessionTokens.accessExpiresAt);
  const rows = await db
    .select({ id: sessions.id, userAgent: sessions.userAgent, createdAt: sessions.createdAt, lastToken })
    .from(sessions)
    .innerJoin(sessionTokens, eq(sessionTokens.sessionId, sessions.id))
    .where(open(actor, now))
    .groupBy(sessions.id)
    .orderBy(desc(lastToken))
    .limit(50);
  return rows.map(({ id, userAgent, createdAt, lastToken: expires }) => ({
    id,
    userAgent,
    createdAt: createdAt.toISOString(),
    lastSeenAt: new Date((expires ?? createdAt).getTime() - (expires ? accessTokenLifetime * 1000 : 0)).toISOString(),
    current: id === actor.sessionId,
  }));
}

/** Ends one other session of the person; the one in use is ended by logging out. */
export async function endOwnSession(tx: Db, actor: Actor, id: string, now: Date) {
  if (id === actor.sessionId) throw new Refusal("wrong_state");
  if ((await end(tx, actor, now, eq(sessions.id, id))) === 0) throw new Refusal("not_found");
}

export async function endOtherSessions(tx: Db, actor: Actor, now: Date) {
  await end(tx, actor, now, ne(sessions.id, actor.sessionId));
}

function open(actor: Actor, now: Date) {
  return and(eq(sessions.userId, actor.id), isNull(sessions.revokedAt), gt(sessions.expiresAt, now));
}

async function end(tx: Db, actor: Actor, now: Date, which: ReturnType<typeof eq>) {
  const ended = await tx
    .update(sessions)
    .set({ revokedAt: now, revokedBecause: "logout" })
    .where(and(open(actor, now), which))
    .returning({ id: sessions.id });
  if (ended.length > 0)
    await recordChange(tx, actor, {
      action: "session.end_elsewhere",
      entityType: "person",
      entityId: actor.id,
      after: { sessions: ended.length },
    });
  return ended.length;
}
