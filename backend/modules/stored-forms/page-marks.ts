import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

/** The mark of the pages made for an account: its id, signed. It opens nothing; it says for whom a form is stored. */
export function markOf(secrets: string[], userId: string): string {
  return `${userId}.${signed(secrets[0] ?? "", userId)}`;
}

/** The account of a mark, or null when nobody has made it. */
export function accountOf(secrets: string[], mark: string): string | null {
  const [userId = "", signature = ""] = mark.split(".");
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(userId)) return null;
  const given = Buffer.from(signature);
  const right = secrets.some((secret) => {
    const wanted = Buffer.from(signed(secret, userId));
    return wanted.length === given.length && timingSafeEqual(wanted, given);
  });
  return right ? userId : null;
}

function signed(secret: string, userId: string): string {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "maillon page mark", 32));
  return createHmac("sha256", key).update(userId).digest("base64url");
}
