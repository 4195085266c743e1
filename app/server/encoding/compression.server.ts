import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";
import { parseAccept } from "hono/utils/accept";
import { bytesOf } from "./bytes-response.server";

const isSmaller = 1024;
/** Larger than any page: exports, which would block other requests. */
const large = 256 * 1024;
const packLater = { br: promisify(brotliCompress), gzip: promisify(gzip) };
/** Text, except for event streams, which do not end. */
const textual = /^(text\/(?!event-stream)|application\/(.+\+)?(json|xml|javascript|manifest)|image\/svg)|x-script/;

type Encoding = "br" | "gzip";

/** Browsers send one of a few headers, so results are cached. */
const known = new Map<string, Encoding | null>();
const maxCached = 50;

/** The best encoding the browser takes. */
export function encodingFor(acceptEncoding: string | null | undefined): Encoding | null {
  const header = acceptEncoding ?? "";
  const found = known.get(header);
  if (found !== undefined) return found;
  const best = bestOf(header);
  if (known.size < maxCached) known.set(header, best);
  return best;
}

function bestOf(header: string): Encoding | null {
  const weights = new Map(parseAccept(header.toLowerCase()).map(({ type, q }) => [type, q]));
  const weightOf = (name: Encoding) => weights.get(name) ?? weights.get("*") ?? 0;
  if (weightOf("br") > 0 && weightOf("br") >= weightOf("gzip")) return "br";
  return weightOf("gzip") > 0 ? "gzip" : null;
}

/**
 * Compresses a whole answer in one go: pages are made before they are sent, and compressing a stream costs far more. So does
 * another thread for one page, because waking it twice takes longer than brotli 3 does; large answers are worth it. Brotli 5 would send a tenth less for twice the CPU.
 */
export async function compressed(response: Response, acceptEncoding: string | null | undefined): Promise<Response> {
  const { headers } = response;
  const known = bytesOf(response);
  if (headers.has("content-encoding") || !textual.test(headers.get("content-type") ?? "")) return response;
  if (!known && !response.body) return response;
  // A long file that is sent as it is made.
  if (headers.get("cache-control")?.includes("no-transform")) return response;
  if (!/accept-encoding/i.test(headers.get("vary") ?? "")) headers.append("vary", "Accept-Encoding");
  const body = known ?? Buffer.from(await response.arrayBuffer());
  const encoding = body.byteLength >= isSmaller ? encodingFor(acceptEncoding) : null;
  const bytes = encoding ? await encode(body, encoding) : body;
  if (encoding) headers.set("content-encoding", encoding);
  headers.set("content-length", String(bytes.byteLength));
  return new Response(bytes as BodyInit, { status: response.status, headers });
}

function encode(body: Buffer, encoding: Encoding): Buffer | Promise<Buffer> {
  const later = body.byteLength > large;
  if (encoding === "gzip") return later ? packLater.gzip(body, { level: 6 }) : gzipSync(body, { level: 6 });
  const params = { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength };
  return later ? packLater.br(body, { params }) : brotliCompressSync(body, { params });
}
