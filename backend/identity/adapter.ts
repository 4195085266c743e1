import { and, eq, gt, inArray, isNull, or, sql } from "drizzle-orm";
import type { Adapter, AdapterPayload } from "oidc-provider";
import type { Db } from "#backend/db/client";
import { hashOf } from "../secrets.ts";
import { findApplication } from "./applications.ts";
import { applicationConsents, oidcRecords } from "./tables.ts";

/**
 * Keeps the OpenID provider's records in the database. A record's id is often the token itself,
 * so only its hash is stored, and the copy inside the payload is left out.
 */
export function oidcAdapter(db: Db, clock: () => Date) {
  return (model: string): Adapter => {
    const byId = (id: string) => and(eq(oidcRecords.model, model), eq(oidcRecords.idHash, hashOf(id)));
    const alive = () => or(isNull(oidcRecords.expiresAt), gt(oidcRecords.expiresAt, clock()));
    const read = (row: typeof oidcRecords.$inferSelect | undefined, id?: string): AdapterPayload | undefined =>
      row && { ...row.payload, ...(id && { jti: id }), ...(row.consumedAt && { consumed: Math.floor(row.consumedAt.getTime() / 1000) }) };
    return {
      async upsert(id, { jti: _, ...payload }, expiresIn) {
        const values = {
          payload,
          grantId: payload.grantId ?? null,
          uid: payload.uid ?? null,
          userCode: payload.userCode ?? null,
          expiresAt: expiresIn ? new Date(clock().getTime() + expiresIn * 1000) : null,
        };
        await db
          .insert(oidcRecords)
          .values({ model, idHash: hashOf(id), ...values })
          .onConflictDoUpdate({ target: [oidcRecords.model, oidcRecords.idHash], set: values });
      },
      async find(id) {
        if (model === "Client") return findApplication(db, id);
        const [row] = await db
          .select()
          .from(oidcRecords)
          .where(and(byId(id), alive()));
        return read(row, id);
      },
      async findByUid(uid) {
        const [row] = await db
          .select()
          .from(oidcRecords)
          .where(and(eq(oidcRecords.model, model), eq(oidcRecords.uid, uid), alive()));
        return read(row);
      },
      async findByUserCode(userCode) {
        const [row] = await db
          .select()
          .from(oidcRecords)
          .where(and(eq(oidcRecords.model, model), eq(oidcRecords.userCode, userCode), alive()));
        return read(row);
      },
      async consume(id) {
        await db.update(oidcRecords).set({ consumedAt: clock() }).where(byId(id));
      },
      async destroy(id) {
        await db.delete(oidcRecords).where(byId(id));
      },
      async revokeByGrantId(grantId) {
        await db.delete(oidcRecords).where(and(eq(oidcRecords.model, model), eq(oidcRecords.grantId, grantId)));
      },
    };
  };
}

/** Ends every login that the provider itself remembers of a person, and every token and consent that other applications have of them. */
export async function forgetProviderLogins(db: Db, ...userIds: string[]) {
  await db.delete(oidcRecords).where(inArray(sql`${oidcRecords.payload}->>'accountId'`, userIds));
  await db.delete(applicationConsents).where(inArray(applicationConsents.userId, userIds));
}

/** Takes back everything an application was given. */
export async function forgetClient(db: Db, clientId: string) {
  await db.delete(oidcRecords).where(sql`${oidcRecords.payload}->>'clientId' = ${clientId}`);
  await db.delete(applicationConsents).where(eq(applicationConsents.clientId, clientId));
}

export async function purgeOidcRecords(db: Db, now: Date) {
  await db.delete(oidcRecords).where(sql`${oidcRecords.expiresAt} < ${now.toISOString()}`);
}
