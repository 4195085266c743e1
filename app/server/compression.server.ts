import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

const worthIt = 1024;
const textual = /^(text\/|application\/(.+\+)?(json|xml|javascript|manifest)|image\/svg)|x-script/;

/** The best encoding the browser takes. */
export function encodingFor(acceptEncoding: string | null | undefined): "br" | "gzip" | null {
  const offered = (acceptEncoding ?? "").split(",").map((part) => part.trim().split(";"));
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
  headers.append("vary", "Accept-Encoding");
  const body = Buffer.from(await response.arrayBuffer());
  const encoding = body.byteLength >= worthIt ? encodingFor(acceptEncoding) : null;
  const bytes = encoding ? await encode(body, encoding) : body;
  if (encoding) headers.set("content-encoding", encoding);
  headers.set("content-length", String(bytes.byteLength));
  return new Response(bytes as BodyInit, { status: response.status, statusText: response.statusText, headers });
}

function encode(body: Buffer, encoding: "br" | "gzip"): Promise<Buffer> {
  if (encoding === "gzip") return zip(body, { level: 6 });
  return brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength } });
}
