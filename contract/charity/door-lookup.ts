import { plainCode } from "../formats/typed-code.ts";

/** The signs of a QR code; the letters to type are eight. */
const signsOfQrCode = 50;

/**
 * What stands for a code in the list of a door: bytes of a hash, in base64url, twelve of a QR code. Eight letters could be found again by trying all: three
 * bytes of their hash leave 65,536 that it may stand for.
 */
export async function lookupOf(salt: string, code: string): Promise<string> {
  const plain = plainCode(code);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${salt}:${plain}`)));
  const bytes = hash.subarray(0, plain.length === signsOfQrCode ? 12 : 3);
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}
