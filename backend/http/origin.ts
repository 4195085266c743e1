const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Whether a request comes from our own pages: its Origin is ours, or, when it carries none, the browser says that it
 * is same-origin. The web tier sends our origin with its calls; a foreign page can forge neither header.
 */
export function isOwnRequest(request: Request, publicUrl: string): boolean {
  const origin = request.headers.get("origin");
  if (origin) return origin === publicUrl;
  return request.headers.get("sec-fetch-site") === "same-origin";
}

/** Whether a method may change something. */
export function isUnsafe(method: string): boolean {
  return !safeMethods.has(method);
}
