/** A path of this site: starts with one slash, nothing that a browser could read as another host. */
export function isLocalPath(value: unknown): value is string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
  if (typeof value !== "string" || !/^\/(?![/\\])[^\\\u0000-\u001f\u007f]*$/.test(value)) return false;
  const here = "https://local.invalid";
  return URL.canParse(value, here) && new URL(value, here).origin === here;
}

/** A page elsewhere: http or https written out, a host, and no credentials before it. */
export function isOutsideUrl(value: unknown): value is string {
  if (typeof value !== "string" || !/^https?:\/\/[^/\\\s]/i.test(value) || !URL.canParse(value)) return false;
  const { username, password } = new URL(value);
  return !username && !password;
}

/**
 * The one rule of where a URL from data or from a person may lead (S8-014, S8-015): to a path of this site, elsewhere only
 * where that is allowed, and never to what a browser would run or unpack (`javascript:`, `data:`, `vbscript:`, `blob:`). Null refuses.
 */
export function urlToFollow(value: unknown, { outside }: { outside: boolean }): string | null {
  return isLocalPath(value) || (outside && isOutsideUrl(value)) ? value : null;
}
