import { eq, sql } from "drizzle-orm";
import type * as z from "zod";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import { lockVersion, pageOfRows } from "#backend/db/lists";
import { contains } from "#backend/db/word-search";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { forgetClient } from "#backend/identity/adapter";
import { oidcRecords } from "#backend/identity/tables";
import { Refusal } from "#backend/refusal";
import { hashOf, newToken } from "#backend/secrets";
import {
  type OAuthClientDraft,
  type OAuthClientEdit,
  type OAuthClientRecord,
  type OAuthClientsQuery,
  secretOverlapDays,
} from "#contract/accounts/oauth-clients";
import { oauthClients } from "./tables.ts";

type Client = typeof oauthClients.$inferSelect;
type Deps = Pick<Services, "db" | "clock">;
const entityType = "oauth_client";

const shape = (row: Client) => ({
  ...row,
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  previousSecretUntil: row.previousSecretUntil?.toISOString() ?? null,
});

/** The recorded fields of an application: never a secret, nor its hash. */
const recorded = ({ name, redirectUris, scopes, type, status }: Client) => ({ name, redirectUris, scopes, type, status });

export function listClients(db: Db, { q, status, type, ...query }: OAuthClientsQuery) {
  const where = sql.join(
    [sql`true`, contains(oauthClients, q), status && eq(oauthClients.status, status), type && eq(oauthClients.type, type)].filter(
      (one) => !!one,
    ),
    sql` and `,
  );
  const { createdAt, name, lastUsedAt } = oauthClients;
  return pageOfRows(db, oauthClients, query, { where, sorts: { createdAt, name, lastUsedAt } }, async (found, order) => {
    const rows = await db
      .select({ row: oauthClients })
      .from(oauthClients)
      .innerJoin(found, eq(found.id, oauthClients.id))
      .orderBy(...order);
    return rows.map(({ row }) => shape(row));
  });
}

export async function getClient(db: Db, id: string): Promise<OAuthClientRecord> {
  const consents = sql<number>`(select count(distinct payload->>'accountId')::int from ${oidcRecords} where model = 'Grant' and payload->>'clientId' = ${oauthClients.clientId})`;
  const [found] = await db.select({ row: oauthClients, consents }).from(oauthClients).where(eq(oauthClients.id, id));
  if (!found) throw new Refusal("not_found");
  return { ...shape(found.row), consents: found.consents };
}

/** Adds an application. The secret is in the response only. */
export function createClient({ db, clock }: Deps, actor: Actor, draft: z.infer<typeof OAuthClientDraft>) {
  const secret = draft.type === "confidential" ? newToken() : null;
  return db.transaction(async (tx) => {
    const values = {
      ...draft,
      clientId: newToken().slice(0, 20),
      secretHash: secret && hashOf(secret),
      createdBy: actor.id,
      createdAt: clock(),
    };
    const [row] = await tx.insert(oauthClients).values(values).returning();
    if (!row) throw new Refusal("unexpected");
    await recordChange(tx, actor, { action: "oauth_client.create", entityType, entityId: row.id, after: recorded(row) });
    return { id: row.id, clientId: row.clientId, secret };
  });
}

export async function updateClient({ db, clock }: Deps, actor: Actor, id: string, { version, ...edit }: z.infer<typeof OAuthClientEdit>) {
  await db.transaction(async (tx) => {
    const before = await lockVersion(tx, oauthClients, { id, version }, () => getClient(tx, id));
    const [after] = await tx
      .update(oauthClients)
      .set({ ...edit, version: version + 1, updatedAt: clock() })
      .where(eq(oauthClients.id, id))
      .returning();
    if (!after) throw new Refusal("unexpected");
    await recordChange(tx, actor, {
      action: "oauth_client.edit",
      entityType,
      entityId: id,
      before: recorded(before),
      after: recorded(after),
    });
  });
  return getClient(db, id);
}

/** Rotates the secret; the previous one still works for some days, so that clients can be updated. */
export function rotateSecret({ db, clock }: Deps, actor: Actor, id: string) {
  const secret = newToken();
  return db.transaction(async (tx) => {
    const row = await lock(tx, id);
    if (row.type !== "confidential") throw new Refusal("wrong_state");
    const until = new Date(clock().getTime() + secretOverlapDays * 86_400_000);
    await tx
      .update(oauthClients)
      .set({
        secretHash: hashOf(secret),
        previousSecretHash: row.secretHash,
        previousSecretUntil: until,
        version: row.version + 1,
        updatedAt: clock(),
      })
      .where(eq(oauthClients.id, id));
    await recordChange(tx, actor, { action: "oauth_client.rotate", entityType, entityId: id, after: { previousSecretUntil: until } });
    return { id, clientId: row.clientId, secret };
  });
}

/** Disabling an application revokes its tokens and consents in the same transaction. */
export function setClientStatus({ db, clock }: Deps, actor: Actor, id: string, status: Client["status"]) {
  return db.transaction(async (tx) => {
    const row = await lock(tx, id);
    if (row.status === status) return;
    await tx
      .update(oauthClients)
      .set({ status, version: row.version + 1, updatedAt: clock() })
      .where(eq(oauthClients.id, id));
    if (status === "disabled") await forgetClient(tx, row.clientId);
    const action = `oauth_client.${status === "disabled" ? "disable" : "enable"}`;
    await recordChange(tx, actor, { action, entityType, entityId: id, before: { status: row.status }, after: { status } });
  });
}

async function lock(tx: Db, id: string): Promise<Client> {
  const [row] = await tx.select().from(oauthClients).where(eq(oauthClients.id, id)).for("update");
  if (!row) throw new Refusal("not_found");
  return row;
}
