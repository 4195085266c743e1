import { isSingleRoute } from "~/framework/request-paths";
import { localeOfPath, pathIn } from "~/i18n/locale-of-path";
import type { PageAddress } from "./page-urls.server";

const safe = new Set(["GET", "HEAD"]);
/** The methods of pages. */
export const allowedMethods = "GET, HEAD, POST";
/** The body limits in bytes: a form with uploads, and any other. */
export const maxPosted = { files: 11 * 1024 * 1024, fields: 256 * 1024 } as const;

/**
 * Checks a page request first: its method, its origin, its size and whether its body is a form.
 * Returns the status to refuse it with, or null and the request to go on with, its body read.
 */
export async function refusalOf(
  request: Request,
  publicUrl: string,
  address: PageAddress | null,
): Promise<{ refused: number | null; request: Request }> {
  const url = new URL(request.url);
  const fault = faultOf(url);
  if (fault)
    return { refused: fault, request: new Request(new URL(pathIn(localeOfPath(url.pathname), "/"), url), { headers: request.headers }) };
  // Two slashes at its beginning would mean another host where the path is parsed as a URL.
  if (url.pathname.startsWith("//") || (!address && url.pathname.includes("//"))) return { refused: 404, request };
  if (isSingleRoute(url)) return { refused: 400, request };
  if (safe.has(request.method)) return { refused: null, request };
  if (request.method !== "POST") return { refused: 405, request };
  if (!isSameOrigin(request, publicUrl)) return { refused: 403, request };
  if (address && address.pathname !== url.pathname) return { refused: 404, request };
  if (address && !address.takesForms) return { refused: 405, request };
  const type = request.headers.get("content-type") ?? "";
  const ofFiles = /^multipart\/form-data\s*;/i.test(type);
  const limited = await bodyLimitOf(request, ofFiles && address?.takesFiles ? maxPosted.files : maxPosted.fields);
  if (!limited) return { refused: 413, request };
  if (!ofFiles && !/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(type)) return { refused: 415, request };
  return { refused: await formFaultOf(limited.clone()), request: limited };
}

/** Invalid URLs: one that cannot be decoded, or holds characters that the database refuses (400), or that no path can contain (404). */
function faultOf({ pathname, search }: URL): 400 | 404 | null {
  try {
    const path = decodeURIComponent(pathname);
    if (`${path}${search}`.includes("\0") || search.includes("%00")) return 400;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
    return /[\\\u0001-\u001f\u007f]/.test(path) ? 404 : null;
  } catch {
    return 400;
  }
}

/** A form is ours when its Origin is ours; a browser without Origin sends Sec-Fetch-Site. */
function isSameOrigin(request: Request, publicUrl: string): boolean {
  const origin = request.headers.get("origin");
  if (origin) return origin === publicUrl;
  return request.headers.get("sec-fetch-site") === "same-origin";
}

/** The status for a form that cannot be parsed, or has too many fields; null for any other. */
async function formFaultOf(request: Request): Promise<400 | 413 | null> {
  try {
    let length = 0;
    for (const [name, value] of await request.formData())
      length += name.length + (typeof value === "string" ? value.length : value.name.length);
    return length > maxPosted.fields ? 413 : null;
  } catch {
    return 400;
  }
}

/** The request with its body in memory, or null when it is larger than so many bytes. */
export async function bodyLimitOf(request: Request, limit: number = maxPosted.files): Promise<Request | null> {
  if (!request.body) return request;
  if (Number(request.headers.get("content-length") ?? 0) > limit) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > limit) return null;
    chunks.push(chunk);
  }
  return new Request(request.url, { method: request.method, headers: request.headers, body: new Blob(chunks as BlobPart[]) });
}
