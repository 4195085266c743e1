import { createHash } from "node:crypto";
import type { IPX, IPXStorage } from "ipx";
import type { Transport } from "~/api/transport.server";
import type { PublicSettings } from "~/settings.server";
import { densities, type ImageSource, imagePath, imageSources, widths } from "./address";

/** How long a picture's source may take, in milliseconds (section 9 of the specification: icon fetch time-out). */
export const sourceTimeout = 1_500;
const kept = 200;

type Needs = { transport: Transport; settings: PublicSettings; clientAddress: string };

/**
 * Serves `/images/<source>/<width>@<density>x/<name>.webp`: one of two sources, a width of the list, WebP.
 * The name is looked up in the source; nothing of the address is ever fetched, and any other address is refused.
 */
export async function answerImage(path: string, needs: Needs): Promise<Response> {
  const asked = imagePath.exec(path)?.groups;
  const source = imageSources.find((name) => name === asked?.source);
  const width = widths.find((value) => String(value) === asked?.width);
  const density = densities.find((value) => String(value) === asked?.density);
  if (!asked?.name || !source || !width || !density) return new Response("Unknown image", { status: 400 });
  const picture = await draw(path, source, asked.name, width * density, needs);
  if (!picture) return new Response("No such image", { status: 404 });
  return new Response(picture as BodyInit, {
    headers: {
      "content-type": "image/webp",
      "cache-control": "public, max-age=31536000, immutable",
      "content-length": String(picture.byteLength),
      etag: `"${createHash("sha256").update(picture).digest("base64url").slice(0, 22)}"`,
    },
  });
}

const drawn = new Map<string, Promise<Uint8Array | null>>();

/** Draws a picture once, however many ask for it; the last few hundred stay in memory. */
function draw(path: string, source: ImageSource, name: string, width: number, needs: Needs): Promise<Uint8Array | null> {
  const known = drawn.get(path);
  if (known) return known;
  const drawing = resize(source, name, width, needs).catch(() => null);
  drawn.set(path, drawing);
  drawing.then((picture) => picture || drawn.delete(path));
  const [oldest] = drawn.keys();
  if (drawn.size > kept && oldest) drawn.delete(oldest);
  return drawing;
}

async function resize(source: ImageSource, name: string, width: number, needs: Needs): Promise<Uint8Array | null> {
  const ipx = await imageProcessor(source, needs);
  const { data } = await ipx(name, { width: String(width), format: "webp", quality: "78" }).process();
  return typeof data === "string" ? null : new Uint8Array(data);
}

const processors = new Map<ImageSource, Promise<IPX>>();

function imageProcessor(source: ImageSource, needs: Needs): Promise<IPX> {
  const known = processors.get(source);
  if (known) return known;
  const made = import("ipx").then(({ createIPX }) =>
    createIPX({ storage: storageOf(source, needs), sharpOptions: { limitInputPixels: 50_000_000 } }),
  );
  processors.set(source, made);
  return made;
}

/** Where a source's pictures come from: the backend's public documents, or the public bucket of the configuration. */
function storageOf(source: ImageSource, { transport, settings, clientAddress }: Needs): IPXStorage {
  const read = async (id: string): Promise<ArrayBuffer | undefined> => {
    const name = id.replace(/^\//, "");
    const signal = AbortSignal.timeout(sourceTimeout);
    const response =
      source === "local"
        ? await transport.fetch(new Request(`${transport.baseUrl}/api/documents/${name}/content`, { signal }), { clientAddress })
        : settings.bucketUrl
          ? await fetch(`${settings.bucketUrl}/${name}`, { redirect: "error", signal })
          : undefined;
    return response?.ok ? response.arrayBuffer() : undefined;
  };
  return { name: source, getMeta: async () => ({ maxAge: 31_536_000 }), getData: read };
}
