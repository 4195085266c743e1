import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { encodingFor } from "./encoding/compression.server";

const types: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webp": "image/webp",
  ".ico": "image/x-icon",
  ".txt": "text/plain; charset=utf-8",
  ".woff2": "font/woff2",
  ".map": "application/json",
  ".wasm": "application/wasm",
};

type Asset = { body: Buffer; br?: Buffer; gzip?: Buffer; headers: [string, string][]; etag: string };

/**
 * The built and static files, read once at start. Only names found in the folder are ever served, so no path can lead
 * out of it; compressed copies were made by the build.
 */
export function readAssets(folder: string): Map<string, Asset> {
  const assets = new Map<string, Asset>();
  if (!existsSync(folder)) return assets;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.startsWith(".") || /\.(br|gz)$/.test(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    const path = `/${relative(folder, file).split(sep).join("/")}`;
    const body = readFileSync(file);
    const copy = (suffix: string) => (existsSync(file + suffix) ? readFileSync(file + suffix) : undefined);
    assets.set(path, { body, br: copy(".br"), gzip: copy(".gz"), headers: headersOf(path), etag: etagOf(body) });
  }
  return assets;
}

/** Workers are revalidated each time. What they may fetch is sent with them: the policy of a page does not reach them. */
const worker = /^\/[\w-]+-(sw|worker)\.js$/;
const ofWorkers: [string, string][] = [
  ["content-security-policy", "default-src 'none'; connect-src 'self'; img-src 'self'; frame-ancestors 'none'"],
];

function headersOf(path: string): [string, string][] {
  const type = types[path.slice(path.lastIndexOf("."))] ?? "application/octet-stream";
  const isWorker = worker.test(path);
  const keep = path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : isWorker ? "no-cache" : "public, max-age=3600";
  return [["content-type", type], ["cache-control", keep], ...(isWorker ? ofWorkers : [])];
}

function etagOf(body: Buffer): string {
  return `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
}

export function answerAsset(asset: Asset, request: Request): Response {
  const headers = new Headers([...asset.headers, ["etag", asset.etag], ["vary", "Accept-Encoding"]]);
  if (request.headers.get("if-none-match")?.includes(asset.etag)) return new Response(null, { status: 304, headers });
  const encoding = encodingFor(request.headers.get("accept-encoding"));
  const encoded = encoding === "br" ? asset.br : encoding === "gzip" ? asset.gzip : undefined;
  if (encoding && encoded) headers.set("content-encoding", encoding);
  const body = encoded ?? asset.body;
  headers.set("content-length", String(body.byteLength));
  return new Response(request.method === "HEAD" ? null : (body as BodyInit), { headers });
}
