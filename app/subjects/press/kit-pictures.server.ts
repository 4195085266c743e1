import { strToU8, type Zippable } from "fflate";
import { coverPatterns, type coverTones } from "#contract/publishing/article-covers";
import { coverGround } from "~/ui/cover-grounds";
import { drawingShapes } from "~/ui/drawing-shapes";
import { type DrawingName, drawings } from "~/ui/drawings";
import { type Primary, plainSvg } from "~/ui/plain-svg.server";

/** The largest width and height of the pictures, in pixels. */
const largest = { width: 1600, height: 900 };
const logos = import.meta.glob<string>("./logos/*.svg", { eager: true, query: "?raw", import: "default" });
const tones: Record<(typeof coverPatterns)[number], (typeof coverTones)[number]> = {
  row: "beige",
  circles: "sun",
  nested: "leaf",
  columns: "deep",
};

type Picture = { folder: "logos" | "drawings" | "patterns"; name: string; svg: string };

/** The pictures of the kit as SVG: the logo in each of its forms, the objects of the pages, and the rings behind them. */
export function kitPictures(primary: Primary): Picture[] {
  return [
    ...Object.entries(logos).map(([path, svg]) => ({ folder: "logos" as const, name: path.replace(/^.*\/|\.svg$/g, ""), svg })),
    ...(Object.keys(drawings) as DrawingName[]).map((name) => {
      return { folder: "drawings" as const, name, svg: plainSvg(drawings[name].viewBox, drawingShapes[name], primary) };
    }),
    ...coverPatterns.map((pattern) => {
      const svg = plainSvg("0 0 320 180", coverGround({ tone: tones[pattern], pattern }), primary);
      return { folder: "patterns" as const, name: pattern, svg };
    }),
  ];
}

const drawn = new Map<Primary, Promise<Zippable>>();

/** Each picture as SVG and as PNG: created once a process, since only another build changes them. */
export function pictureFiles(primary: Primary): Promise<Zippable> {
  const files = drawn.get(primary) ?? draw(primary);
  drawn.set(primary, files);
  files.catch(() => drawn.delete(primary));
  return files;
}

async function draw(primary: Primary): Promise<Zippable> {
  const { default: sharp } = await import("sharp");
  const files: Zippable = {};
  for (const { folder, name, svg } of kitPictures(primary)) {
    files[`${folder}/${name}.svg`] = strToU8(svg);
    const png = await sharp(Buffer.from(svg), { density: 300 })
      .resize({ ...largest, fit: "inside" })
      .png()
      .toBuffer();
    // Already compressed.
    files[`${folder}/${name}.png`] = [png, { level: 0 }];
  }
  return files;
}
