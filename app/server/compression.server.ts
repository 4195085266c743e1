import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

const worthIt = 1024;
/** Text, but for a stream of events, which has no end to wait for. */
const textual = /^(text\/(?!event-stream)|application\/(.+\+)?(json|xml|javascript|manifest)|image\/svg)|x-script/;

type Encoding = "br" | "gzip";

/** Browsers send one of a few headers, each again and again. */
const known = new Map<string, Encoding | null>();
const mostKnown = 50;

/** The best encoding the browser takes. */
export function encodingFor(acceptEncoding: string | null | undefined): Encoding | null {
  const header = acceptEncoding ?? "";
  const found = known.get(header);
  if (found !== undefined) return found;
  const best = bestOf(header);
  if (known.size < mostKnown) known.set(header, best);
  return best;
}

function bestOf(header: string): Encoding | null {
  const offered = header.split(",").map((part) => part.trim().split(";"));
  const takes = (name: string) => offered.some(([encoding, q]) => encoding?.trim() === name && q?.replace(/\s/g, "") !== "q=0");
  return takes("br") ? "br" : takes("gzip") ? "gzip" : null;
}

/**
 * Compresses a whole answer in one go: pages are made before they are sent, and compressing a stream costs far more.
 * Brotli 5 is the highest level where a page's compression costs less than making it.
 */
export async function compressed(response: Response, acceptEncoding: string | null | undefined): Promise<Response> {
  const type = response.headers.get("content-type") ?? "";
  if (!response.body || response.headers.has("content-encoding") || !textual.test(type)) return response;
  const headers = new Headers(response.headers);
  if (!/accept-encoding/i.test(headers.get("vary") ?? "")) headers.append("vary", "Accept-Encoding");
  const body = Buffer.from(await response.arrayBuffer());
  const encoding = body.byteLength >= worthIt ? encodingFor(acceptEncoding) : null;
  const bytes = encoding ? await encode(body, encoding) : body;
  if (encoding) headers.set("content-encoding", encoding);
  headers.set("content-length", String(bytes.byteLength));
  return new Response(bytes as BodyInit, { status: response.status, statusText: response.statusText, headers });
}

function encode(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === "gzip") return zip(body, { level: 6 });
  return brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength } });
}
