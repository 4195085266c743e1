import type { Services } from "#backend/http/services";
import { openWith, sealFor } from "#backend/secrets";

const ofMails = "maillon token of a waiting mail";

type Secrets = Services["settings"]["sessionSecrets"];

/** Encrypts the token of a link, or another one for a purpose of its own, so that neither the database nor a copy of it reveals it. */
export function encryptToken([newest = ""]: Secrets, token: string, purpose = ofMails): string {
  return sealFor(newest, token, purpose);
}

/** The token, or null when the secret that sealed it has been dropped. */
export function decryptToken(secrets: Secrets, sealed: string, purpose = ofMails): string | null {
  for (const secret of secrets) {
    try {
      return openWith(secret, sealed, purpose);
    } catch {
      // Sealed under another of the secrets.
    }
  }
  return null;
}
