/** The token in a mail link's query; null when it is missing or malformed. */
export function mailToken(request: Request): string | null {
  const token = new URL(request.url).searchParams.get("token");
  return token && /^[\w-]{20,128}$/.test(token) ? token : null;
}
