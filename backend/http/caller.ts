import { createHash, timingSafeEqual } from "node:crypto";
import { backendSecretHeader } from "#contract/api/backend-secret";

/** Whether a text is one of the secrets, compared in constant time. */
export function isSecret(given: string | null | undefined, secrets: readonly string[]): boolean {
  const digest = digestOf(given ?? "");
  return secrets.map((secret) => timingSafeEqual(digestOf(secret), digest)).includes(true);
}

type Trust = { secrets: readonly string[]; trustProxy: boolean };

/**
 * The browser's IP: as our own web tier forwards it, as the first one; or the last hop that a proxy saw, when all callers come through
 * one; or the other end of the connection.
 */
export function callerIp(headers: Headers, remoteIp: string, { secrets, trustProxy }: Trust): string {
  const hops = headers.get("x-forwarded-for")?.split(",") ?? [];
  const forwarded = isSecret(headers.get(backendSecretHeader), secrets) ? hops.at(0) : trustProxy ? hops.at(-1) : undefined;
  return forwarded?.trim() || remoteIp;
}

function digestOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
