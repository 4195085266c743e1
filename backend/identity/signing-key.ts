import { generateKeyPair } from "node:crypto";
import { promisify } from "node:util";
import { desc } from "drizzle-orm";
import type { JWK } from "oidc-provider";
import type { Db } from "#backend/db/client";
import { newToken, openWith, sealFor } from "../secrets.ts";
import { signingKeys } from "./tables.ts";

/**
 * The keys that sign ID tokens, newest first: made at the first start, then shared by every process.
 * They are stored sealed with the session secrets; a key that no secret opens is passed over.
 */
export async function loadSigningKeys(db: Db, secrets: string[]): Promise<JWK[]> {
  const stored = await db.select().from(signingKeys).orderBy(desc(signingKeys.createdAt));
  const keys = stored.flatMap(({ sealedJwk }) => unseal(sealedJwk, secrets) ?? []);
  if (keys.length > 0) return keys;
  const { privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: 2048 });
  const jwk = { ...privateKey.export({ format: "jwk" }), kid: newToken().slice(0, 16), use: "sig", alg: "RS256" } as JWK;
  await db.insert(signingKeys).values({ kid: String(jwk.kid), sealedJwk: sealFor(secrets[0] ?? "", JSON.stringify(jwk)) });
  return [jwk];
}

function unseal(sealed: string, secrets: string[]): JWK | undefined {
  for (const secret of secrets) {
    try {
      return JSON.parse(openWith(secret, sealed)) as JWK;
    } catch {
      // Sealed with another secret.
    }
  }
  return undefined;
}
