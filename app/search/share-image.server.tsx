import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { oneHour } from "~/layouts/cache-rules";
import { DataCache } from "~/server/cache/data-cache.server";
import { drawingShapes } from "~/ui/drawing-shapes";
import { type DrawingName, drawings } from "~/ui/drawings";
import { type Primary, plainSvg } from "~/ui/plain-svg.server";

const shareSize = { width: 1200, height: 630 };

type Picture = { title: string; note: string; object: DrawingName; primary: Primary };

/** Drawing one takes a tenth of a second: the last ones are cached, whatever their query. */
const drawn = new DataCache<Buffer>({ maxAge: oneHour, staleFor: 0, limit: 8 * 1024 * 1024, weigh: ({ byteLength }) => byteLength });

export async function shareImage(picture: Picture): Promise<Response> {
  const { value } = await drawn.get(JSON.stringify(picture), async () => ({ value: await draw(picture), cacheable: true }));
  return new Response(value as BodyInit, {
    headers: { "content-type": "image/png", "content-length": String(value.byteLength), "cache-control": "public, max-age=3600" },
  });
}

/**
 * The picture of a page for sharing: its title, a drawing, and the logo. Letters are drawn as shapes from
 * a font of our own, so that it looks the same on a machine without fonts.
 */
async function draw({ title, note, object, primary }: Picture): Promise<Buffer> {
  const { default: sharp } = await import("sharp");
  const { viewBox } = drawings[object];
  const shapes = drawingShapes[object];
  const shown = `<g color="#fff"><path fill="var(--color-primary)" d="M0 0h1200v630H0z"/><path fill="var(--color-primary-pale)" d="M790 0h410v630H790z"/>
<path fill="var(--color-primary-vivid)" d="M790 470h410v160H790z"/>
<g fill="none" stroke-width="34"><rect x="838" y="-70" width="190" height="360" rx="95" stroke="var(--color-primary)"/><rect x="978" y="-160" width="190" height="360" rx="95" stroke="#fff"/></g>
<svg x="830" y="230" width="330" height="330" viewBox="${viewBox}" preserveAspectRatio="xMidYMax">${shapes}</svg>
<use href="#mark" x="64" y="60" width="70" height="70"/><use href="#word" x="148" y="66" width="180" height="58"/>
<g transform="translate(64 172)">${await textShapes(title, note)}</g></g>`;
  const plain = plainSvg(`0 0 ${shareSize.width} ${shareSize.height}`, shown, primary);
  return sharp(Buffer.from(plain), { density: 72 }).resize(shareSize).png({ palette: true, quality: 90 }).toBuffer();
}

const sizeFor = (title: string) => (title.length <= 40 ? 78 : title.length <= 80 ? 62 : 48);

async function textShapes(title: string, note: string): Promise<string> {
  const { default: satori } = await import("satori");
  return satori(
    <div style={{ display: "flex", flexDirection: "column", justifyContent: "space-between", width: 662, height: 410, color: "#fff" }}>
      <div style={{ display: "block", width: 662, fontSize: sizeFor(title), fontWeight: 800, lineHeight: 1.12, lineClamp: 5 }}>{title}</div>
      <div style={{ display: "block", width: 662, fontSize: 30, fontWeight: 500, lineClamp: 1 }}>{note}</div>
    </div>,
    { width: 662, height: 410, fonts: await pictureFonts() },
  );
}

type Font = { name: string; weight: 500 | 800; data: Buffer };
let loaded: Promise<Font[]> | undefined;

/** The typeface of pictures with text. */
export function pictureFonts(): Promise<Font[]> {
  const { resolve } = createRequire(import.meta.url);
  const font = async (file: string, weight: 500 | 800) => ({
    name: "DejaVu Sans",
    weight,
    data: await readFile(resolve(`dejavu-fonts-ttf/ttf/${file}.ttf`)),
  });
  loaded ??= Promise.all([font("DejaVuSans", 500), font("DejaVuSansCondensed-Bold", 800)]);
  return loaded;
}
