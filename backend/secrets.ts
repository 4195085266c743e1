import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, randomInt } from "node:crypto";

/** 256 random bits, as text for a cookie or a URL. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** The stored hash of a token: tokens have enough entropy for a plain hash. */
export function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

const successor = "maillon session successor";

/** Encrypts a text so that only the bearer of `token` can decrypt it (AES-256-GCM under a key derived from the token for one purpose). */
export function sealFor(token: string, text: string, purpose = successor): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", keyFrom(token, purpose), nonce);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
}

/** Decrypts the result of {@link sealFor} for the same purpose; throws for a different token. */
export function openWith(token: string, sealed: string, purpose = successor): string {
  const bytes = Buffer.from(sealed, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", keyFrom(token, purpose), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
}

function keyFrom(token: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", token, "", purpose, 32));
}

/** Letters and digits without look-alikes, for references that people copy. */
const signs = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/** A reference that people write on a transfer or a cheque, as `DON-7K4M-Q2ZP`. */
export function newReference(prefix: string): string {
  const four = () => Array.from({ length: 4 }, () => signs[randomInt(signs.length)]).join("");
  return `${prefix}-${four()}-${four()}`;
}
