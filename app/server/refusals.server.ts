import { localeOfPath, pathIn } from "~/i18n/locale-of-path";

const safe = new Set(["GET", "HEAD"]);
const unsafe = new Set(["POST", "PUT", "PATCH", "DELETE"]);
const maxBytes = 11 * 1024 * 1024;

/**
 * Looks at a page request before anything else does: the method, where it comes from, and how much it sends.
 * Returns the status to refuse it with, or null and the request to go on with, its body read.
 */
export async function refusalOf(request: Request, publicUrl: string): Promise<{ refused: number | null; request: Request }> {
  const url = new URL(request.url);
  if (!isReadable(url))
    return { refused: 400, request: new Request(new URL(pathIn(localeOfPath(url.pathname), "/"), url), { headers: request.headers }) };
  // Two slashes at its beginning would name another host wherever the path is read as an address.
  if (url.pathname.includes("//")) return { refused: 404, request };
  if (url.searchParams.has("_data")) return { refused: 400, request };
  if (safe.has(request.method)) return { refused: null, request };
  if (!unsafe.has(request.method)) return { refused: 405, request };
  if (!isSameOrigin(request, publicUrl)) return { refused: 403, request };
  const limited = await bodyLimitOf(request);
  return limited ? { refused: null, request: limited } : { refused: 413, request };
}

/** Whether an address can be decoded, and holds no character that a database cannot keep. */
function isReadable({ pathname, search }: URL): boolean {
  try {
    return !`${decodeURIComponent(pathname)}${search}`.includes("\0") && !search.includes("%00");
  } catch {
    return false;
  }
}

/** A form is ours when its Origin is ours; a browser that sends none says in Sec-Fetch-Site that it comes from us. */
function isSameOrigin(request: Request, publicUrl: string): boolean {
  const origin = request.headers.get("origin");
  if (origin) return origin === publicUrl;
  return request.headers.get("sec-fetch-site") === "same-origin";
}

/** The request with its body in memory, or null when it is larger than any form of ours. */
export async function bodyLimitOf(request: Request): Promise<Request | null> {
  if (!request.body) return request;
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return new Request(request.url, { method: request.method, headers: request.headers, body: new Blob(chunks as BlobPart[]) });
}
