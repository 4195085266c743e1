import { and, desc, eq, inArray } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { sessions } from "#backend/identity/tables";
import { isOpenSession } from "#backend/modules/mails/open-sessions";
import { encryptToken } from "#backend/modules/mails/sealing";
import { Refusal } from "#backend/refusal";
import { hashOf } from "#backend/secrets";
import { maxPushDevices, type PushDevice } from "#contract/accounts/push-devices";
import { browserName } from "#contract/formats/browser-name";
import { pushDevices } from "./tables.ts";

/** What the tokens of devices are sealed for. */
export const deviceTokens = "maillon token of a push device";

export async function listDevices(
  { db, clock, push }: Pick<Services, "db" | "clock" | "push">,
  actor: Actor,
): Promise<{ offered: boolean; items: PushDevice[] }> {
  if (!push.sender) return { offered: false, items: [] };
  const { id, label, createdAt, usedAt, sessionId } = pushDevices;
  const rows = await db
    .select({ id, label, createdAt, usedAt, sessionId })
    .from(pushDevices)
    .innerJoin(sessions, eq(sessions.id, sessionId))
    .where(and(eq(pushDevices.userId, actor.id), isOpenSession(clock())))
    .orderBy(desc(createdAt), desc(id));
  const items = rows.map((row) => ({
    ...{ id: row.id, label: row.label, createdAt: row.createdAt.toISOString(), usedAt: row.usedAt?.toISOString() ?? null },
    current: row.sessionId === actor.sessionId,
  }));
  return { offered: true, items };
}

/**
 * Registers the browser of the actor's session, in a transaction. The same token again is the same device, and the newest of a session
 * replaces the others: a browser that registers again has a new token.
 */
export async function addDevice(
  tx: Db,
  { clock, settings }: Pick<Services, "clock" | "settings">,
  actor: Actor,
  token: string,
): Promise<void> {
  const now = clock();
  // A log-out waits for this, or has come before it.
  const [session] = await tx
    .select({ userAgent: sessions.userAgent })
    .from(sessions)
    .where(and(eq(sessions.id, actor.sessionId), isOpenSession(now)))
    .for("share");
  if (!session) throw new Refusal("not_authenticated");
  const tokenHash = hashOf(token);
  const values = {
    ...{ userId: actor.id, sessionId: actor.sessionId, label: browserName(session.userAgent), createdAt: now, usedAt: null },
    sealedToken: encryptToken(settings.sessionSecrets, token, deviceTokens),
  };
  await tx.delete(pushDevices).where(eq(pushDevices.sessionId, actor.sessionId));
  // What still waits for its former owner is not shown to the new one.
  await tx.delete(pushDevices).where(eq(pushDevices.tokenHash, tokenHash));
  await tx
    .insert(pushDevices)
    .values({ ...values, tokenHash })
    .onConflictDoUpdate({ target: pushDevices.tokenHash, set: values });
  const tooMany = tx
    .select({ id: pushDevices.id })
    .from(pushDevices)
    .where(eq(pushDevices.userId, actor.id))
    .orderBy(desc(pushDevices.createdAt), desc(pushDevices.id))
    .offset(maxPushDevices);
  await tx.delete(pushDevices).where(inArray(pushDevices.id, tooMany));
  await recordChange(tx, actor, { action: "user.add_device", entityType: "person", entityId: actor.id });
}

/** Removes a device of the actor; one of somebody else is not found. */
export async function removeDevice(tx: Db, actor: Actor, id: string): Promise<void> {
  const removed = await tx
    .delete(pushDevices)
    .where(and(eq(pushDevices.id, id), eq(pushDevices.userId, actor.id)))
    .returning({ id: pushDevices.id });
  if (removed.length === 0) throw new Refusal("not_found");
  await recordChange(tx, actor, { action: "user.remove_device", entityType: "person", entityId: actor.id });
}
