import { createHash } from "node:crypto";
import type { IPX, IPXStorage } from "ipx";
import { timeouts } from "~/api/client.server";
import type { PublicSettings } from "~/api/settings.server";
import type { Transport } from "~/api/transport.server";
import { densities, type ImageSource, imagePath, imageSources, lightBytes, widths } from "./image-url";
import { createTurns, NoTurn } from "./task-queue.server";

/**
 * The timeout of a picture's source, in milliseconds: of a remote one as the specification sets it (S9-018), of the own backend as for any other call
 * of a page. Browsers do not request a picture again, so that a short wait is better than a gap.
 */
export const sourceTimeouts: Record<ImageSource, number> = { bucket: 1_500, local: timeouts.request };
const cached = 200;
/** How long a resized picture is served without checking that its source still has it, in milliseconds. */
export const pictureLife = 3_600_000;
/** A picture can be deleted, a portrait with its person: caches revalidate it after an hour. */
export const pictureCache = "public, max-age=3600, must-revalidate";
/** The most light pictures resized at the same time, and the most that may wait. */
const lightAtOnce = 2;
const lightWaiting = 40;

/** A source is unavailable, fails or takes too long: it is unknown whether it has the picture. */
class SourceAway extends Error {}
const awayStatus = 500;

/** `known`: the browser's version, from `If-None-Match`. */
export type Images = (path: string, known?: string) => Promise<Response>;

type Source = (name: string, signal: AbortSignal) => Promise<Response> | undefined;
type Drawn = { picture: Promise<Uint8Array | null>; at: number };
type Sources = Record<ImageSource, Source>;

/** Where pictures come from: the backend's public documents, or the public bucket of the configuration. */
function sourcesOf(transport: Transport, bucketUrl: string | null): Sources {
  return {
    local: (name, signal) => transport.fetch(new Request(`${transport.baseUrl}/api/documents/${name}/content`, { signal }), { ip: "" }),
    bucket: (name, signal) => (bucketUrl ? fetch(`${bucketUrl}/${name}`, { redirect: "manual", signal }) : undefined),
  };
}

/**
 * Answers `/images/<source>/<width>@<density>x/<name>.webp`: one of two sources, a width of the list, WebP.
 * The name is looked up in the source; no part of the URL is fetched as a URL, and any other path is refused.
 */
export function createImages(transport: Transport, { bucketUrl }: Pick<PublicSettings, "bucketUrl">): Images {
  const sources = sourcesOf(transport, bucketUrl);
  const processors = new Map<ImageSource, Promise<IPX>>();
  const drawn = new Map<string, Drawn>();
  const inTurn = createTurns({ atOnce: lightAtOnce, waiting: lightWaiting });

  const processorOf = (source: ImageSource) => {
    const processor = processors.get(source) ?? createProcessor(source, sources[source]);
    processors.set(source, processor);
    return processor;
  };
  /** Resizes a picture once an hour, however many request it; the last few hundred stay in memory. */
  const draw = (path: string, source: ImageSource, name: string, width: number, light: boolean) => {
    const known = drawn.get(path);
    if (known && Date.now() - known.at < pictureLife) return known.picture;
    const drawing = light ? inTurn(() => lightened(processorOf(source), name, width)) : resized(processorOf(source), name, width);
    const picture = drawing.catch((error) => {
      const away = sourceFault(error);
      if (away) throw away;
      return null;
    });
    drawn.delete(path);
    drawn.set(path, { picture, at: Date.now() });
    picture.then(
      (found) => found || drawn.delete(path),
      () => drawn.delete(path),
    );
    const [oldest] = drawn.keys();
    if (drawn.size > cached && oldest) drawn.delete(oldest);
    return picture;
  };

  return async (path, known) => {
    const requested = imagePath.exec(path)?.groups;
    const source = imageSources.find((name) => name === requested?.source);
    const width = widths.find((value) => String(value) === requested?.width);
    const density = densities.find((value) => String(value) === requested?.density);
    if (!requested?.name || !source || !width || !density) return new Response("Unknown image", { status: 400 });
    try {
      const picture = await draw(path, source, requested.name, width * density, !!requested.light);
      return picture ? imageAnswer(picture, known) : new Response("No such image", { status: 404 });
    } catch (error) {
      const reason = error instanceof NoTurn ? "Too many pictures at once" : "Pictures cannot be fetched for the moment";
      if (!sourceFault(error)) throw error;
      return new Response(reason, { status: 503, headers: { "retry-after": "5", "cache-control": "no-store" } });
    }
  };
}

/** Errors after which the picture may exist all the same; the image library wraps errors of its storage. */
function sourceFault(error: unknown): Error | null {
  if (error instanceof NoTurn || error instanceof SourceAway) return error;
  return error instanceof Error && error.cause ? sourceFault(error.cause) : null;
}

function imageAnswer(picture: Uint8Array, known = ""): Response {
  const etag = `"${createHash("sha256").update(picture).digest("base64url").slice(0, 22)}"`;
  const headers = { "content-type": "image/webp", "cache-control": pictureCache, etag };
  if (known.split(",").some((one) => one.trim().replace(/^W\//, "") === etag)) return new Response(null, { status: 304, headers });
  return new Response(picture as BodyInit, { headers: { ...headers, "content-length": String(picture.byteLength) } });
}

const lightest = { scale: 0.25, quality: 35 };
/** Reduces the size step by step, the quality first. */
const lighter = [1, 0.75, 0.5, 0.25].flatMap((scale) => [70, 50, 35].map((quality) => ({ scale, quality })));

/** A picture within the limit for the first view. */
async function lightened(processor: Promise<IPX>, name: string, width: number): Promise<Uint8Array | null> {
  let [from, to] = [0, lighter.length - 1];
  let best: Uint8Array | null = null;
  // Halved until one step is left: four encodings at most.
  while (from <= to) {
    const middle = (from + to) >> 1;
    const { scale, quality } = lighter[middle] ?? lightest;
    const picture = await resized(processor, name, Math.round(width * scale), quality);
    if (!picture) return null;
    const fits = picture.byteLength <= lightBytes;
    if (fits || !best || best.byteLength > picture.byteLength) best = picture;
    if (fits) to = middle - 1;
    else from = middle + 1;
  }
  return best;
}

async function resized(processor: Promise<IPX>, name: string, width: number, quality = 78): Promise<Uint8Array | null> {
  const ipx = await processor;
  const { data } = await ipx(name, { width: String(width), format: "webp", quality: String(quality) }).process();
  return typeof data === "string" ? null : new Uint8Array(data);
}

async function createProcessor(name: ImageSource, source: Source): Promise<IPX> {
  const { createIPX } = await import("ipx");
  const getData = (id: string) => read(source, id.replace(/^\//, ""), sourceTimeouts[name]);
  const storage: IPXStorage = { name, getMeta: async () => ({ maxAge: 31_536_000 }), getData };
  return createIPX({ storage, sharpOptions: { limitInputPixels: 50_000_000 } });
}

/** A picture's bytes; aborted after the timeout, whether or not the source supports the signal. */
async function read(source: Source, name: string, timeout: number): Promise<ArrayBuffer | undefined> {
  const signal = AbortSignal.timeout(timeout);
  const late = new Promise<never>((_, refuse) => {
    signal.addEventListener("abort", () => refuse(signal.reason), { once: true });
  });
  const bytes = async () => {
    const response = await source(name, signal);
    if (response && response.status >= awayStatus) throw new SourceAway(`status ${response.status}`);
    return response?.ok ? response.arrayBuffer() : undefined;
  };
  return Promise.race([bytes(), late]).catch((error) => {
    throw new SourceAway("not answered", { cause: error });
  });
}
