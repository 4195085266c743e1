import { and, eq } from "drizzle-orm";
import type { AdapterPayload, ClientMetadata, Provider } from "oidc-provider";
import type { Db } from "#backend/db/client";
import { oauthClients } from "#backend/modules/oauth-clients/tables";
import { hashOf } from "../secrets.ts";

/** Metadata of ours beside the standard's: what the previous secret hashes to, and until when it counts (seconds). */
export const ownMetadata = ["previous_secret_hash", "previous_secret_until"];

/** Another charity's or tool's application, as the provider knows it; one that is disabled is unknown. */
export async function findApplication(db: Db, clientId: string): Promise<AdapterPayload | undefined> {
  const [row] = await db
    .select()
    .from(oauthClients)
    .where(and(eq(oauthClients.clientId, clientId), eq(oauthClients.status, "active")));
  if (!row) return undefined;
  const native = row.redirectUris.some((uri) => uri.startsWith("http:"));
  const metadata: ClientMetadata = {
    client_id: row.clientId,
    client_name: row.name,
    redirect_uris: row.redirectUris,
    application_type: native ? "native" : "web",
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    scope: [...new Set(["openid", ...row.scopes])].join(" "),
    ...(row.secretHash
      ? { client_secret: row.secretHash, token_endpoint_auth_method: "client_secret_basic" }
      : { token_endpoint_auth_method: "none" }),
    ...(row.previousSecretHash &&
      row.previousSecretUntil && {
        previous_secret_hash: row.previousSecretHash,
        previous_secret_until: Math.floor(row.previousSecretUntil.getTime() / 1000),
      }),
  };
  return metadata as AdapterPayload;
}

/** Lets the provider compare hashes, since only the hash of an application's secret is stored, and honour the one before it. */
export function compareHashes(provider: Provider, clock: () => Date, isOwn: (clientId: string) => boolean) {
  const { prototype } = provider.Client as unknown as {
    prototype: { clientId: string; clientSecret?: string; compareClientSecret(secret: string): boolean } & Record<string, unknown>;
  };
  const compare = prototype.compareClientSecret;
  prototype.compareClientSecret = function (secret) {
    if (isOwn(this.clientId)) return compare.call(this, secret);
    const hashed = hashOf(secret);
    if (compare.call(this, hashed)) return true;
    const until = Number(this.previous_secret_until ?? 0);
    return until > clock().getTime() / 1000 && this.previous_secret_hash === hashed;
  };
}

export async function markUsed(db: Db, clientId: string, now: Date) {
  await db.update(oauthClients).set({ lastUsedAt: now }).where(eq(oauthClients.clientId, clientId));
}
