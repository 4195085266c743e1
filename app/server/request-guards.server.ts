import { maxParts, nameParts } from "~/forms/field-names";
import { isSingleRoute } from "~/framework/request-paths";
import { localeOfPath, pathIn } from "~/i18n/locale-of-path";
import type { PageUrl } from "./page-urls.server";

const safe = new Set(["GET", "HEAD"]);
/** The methods of pages. */
export const allowedMethods = "GET, HEAD, POST";
/** The body limits in bytes: a form with uploads, one with large ones, and any other. */
export const maxPosted = { files: 11 * 1024 * 1024, largeFiles: 21 * 1024 * 1024, fields: 256 * 1024 } as const;
/**
 * The bounds of a form's fields. Reading many fields of one name takes the square of their number, and a name is followed as a path, part by
 * part: longer ones than our pages write would stop the process.
 */
export const maxFields = { count: 3_000, nameLength: 300 } as const;

/**
 * Checks a page request first: its method, its origin, its size and whether its body is a form.
 * Returns the status to refuse it with, or null and the request to go on with, its body read.
 */
export async function refusalOf(
  request: Request,
  publicUrl: string,
  pageUrl: PageUrl | null,
): Promise<{ refused: number | null; request: Request }> {
  const url = new URL(request.url);
  const fault = faultOf(url);
  if (fault)
    return { refused: fault, request: new Request(new URL(pathIn(localeOfPath(url.pathname), "/"), url), { headers: request.headers }) };
  // Two slashes at its beginning would mean another host where the path is parsed as a URL.
  if (url.pathname.startsWith("//") || (!pageUrl && url.pathname.includes("//"))) return { refused: 404, request };
  if (isSingleRoute(url)) return { refused: 400, request };
  if (safe.has(request.method)) return { refused: null, request };
  if (request.method !== "POST") return { refused: 405, request };
  if (!pageUrl?.fromAnywhere && !isSameOrigin(request, publicUrl)) return { refused: 403, request };
  if (pageUrl && pageUrl.pathname !== url.pathname) return { refused: 404, request };
  if (pageUrl && !pageUrl.takesForms) return { refused: 405, request };
  const type = request.headers.get("content-type") ?? "";
  const ofFiles = /^multipart\/form-data\s*;/i.test(type);
  const limited = await bufferedWithin(request, ofFiles && pageUrl?.takesFiles ? maxPosted[pageUrl.takesFiles] : maxPosted.fields);
  if (!limited) return { refused: 413, request };
  if (!ofFiles && !/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(type)) return { refused: 415, request };
  return { refused: await formFaultOf(limited.clone()), request: pageUrl?.fromAnywhere ? withoutOrigin(limited) : limited };
}

/** The framework refuses the actions of other origins by itself. */
function withoutOrigin(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.delete("origin");
  return new Request(request, { headers });
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

/** The status for a form that cannot be parsed, or has too many fields or names that are too long; null for any other. */
async function formFaultOf(request: Request): Promise<400 | 413 | null> {
  try {
    let length = 0;
    let count = 0;
    for (const [name, value] of await request.formData()) {
      count += 1;
      if (count > maxFields.count) return 413;
      if (name.length > maxFields.nameLength || nameParts(name).length > maxParts) return 400;
      length += name.length + (typeof value === "string" ? value.length : value.name.length);
    }
    return length > maxPosted.fields ? 413 : null;
  } catch {
    return 400;
  }
}

/** The request with its body in memory, or null when it is larger than so many bytes: the rest is then read off, see {@link readOff}. */
export async function bufferedWithin(request: Request, limit: number = maxPosted.files): Promise<Request | null> {
  if (!request.body) return request;
  const reader = request.body.getReader();
  const declared = Number(request.headers.get("content-length") ?? 0);
  if (declared > limit) {
    if (declared <= mostReadOff.bytes) await readOff(reader);
    return null;
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength;
    if (size > limit) {
      await readOff(reader);
      return null;
    }
    chunks.push(part.value);
  }
  return new Request(request.url, { method: request.method, headers: request.headers, body: new Blob(chunks as BlobPart[]) });
}

/** The bounds for what is read off a request. */
const mostReadOff = { bytes: 64 * 1024 * 1024, milliseconds: 30_000 };

/**
 * Reads and drops what a client still sends, up to so many bytes and so long. Many clients read no answer before they have sent everything, and a
 * connection that is closed while they send loses the answer on its way (RFC 9112, 9.6).
 */
export async function readOff(reader: ReadableStreamDefaultReader<Uint8Array>, most = mostReadOff) {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((done) => {
    timer = setTimeout(done, most.milliseconds, null);
  });
  try {
    for (let size = 0; size <= most.bytes; ) {
      const part = await Promise.race([reader.read(), late]);
      if (!part || part.done) return;
      size += part.value.byteLength;
    }
  } catch {
    // The client is gone.
  } finally {
    clearTimeout(timer);
  }
}
