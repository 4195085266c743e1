/** The token that a link in a mail carries; null when the address holds none that could be one. */
export function mailToken(request: Request): string | null {
  const token = new URL(request.url).searchParams.get("token");
  return token && /^[\w-]{20,128}$/.test(token) ? token : null;
}
