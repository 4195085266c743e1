import { hash, type Options, verify } from "@node-rs/argon2";

/** OWASP's first choice for Argon2id: 19 MiB, 2 passes, 1 lane. */
const cost: Options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

let decoy: Promise<string> | undefined;

/**
 * Whether the password is the account's. An unknown account costs the same time as a known one:
 * a missing hash is replaced by that of a password nobody has.
 */
export async function passwordMatches(stored: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword(crypto.randomUUID());
  const matches = await verify(stored ?? (await decoy), password);
  return matches && !!stored;
}
