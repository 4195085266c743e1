const masked = ":masked";
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * A path for log lines, 200 characters at most: without the id of a pending login, which is also in its cookie, and without segments that may hold an
 * e-mail address, a telephone number or a token, as people type them by mistake.
 */
export function loggedPath(path: string): string {
  const known = path.replace(/^\/oidc\/auth\/.+/, "/oidc/auth/:id").replace(/^(\/api\/auth\/interactions\/)[^/]+/, "$1:id");
  return known
    .split("/")
    .map((segment) => (isPersonal(segment) ? masked : segment))
    .join("/")
    .slice(0, 200);
}

function isPersonal(segment: string): boolean {
  if (uuid.test(segment)) return false;
  const text = decoded(segment);
  return text === null || text.length > 60 || /[@\uFF20]|\p{N}{6}/u.test(text) || /\p{N}{9}/u.test(text.replace(/[\s.()_-]/g, ""));
}

function decoded(segment: string): string | null {
  try {
    // Decoded twice: an address that was encoded once too often is one still.
    return decodeURIComponent(decodeURIComponent(segment));
  } catch {
    return null;
  }
}
