import { createRequire } from "node:module";
import { setImmediate } from "node:timers/promises";
import type { Font, GlyphRun } from "fontkit";
import { LRUCache } from "lru-cache";
import { type Locale, languageTags } from "#contract/formats/locale";

/** A heading or a paragraph of a PDF. */
export type PdfBlock = {
  tag: "H1" | "H2" | "H3" | "P";
  text: string;
  /** Its language, where it is not that of the file. */
  locale?: Locale;
  /** Whether a new page begins with it. */
  newPage?: boolean;
  /** A picture after it, a PNG without transparency, with what it shows in words. Its height is in points. */
  picture?: { bytes: Uint8Array; alt: string; height: number } | null;
};

type Head = {
  title: string;
  author: string;
  locale: Locale;
  at: Date;
  /** PDF/A-2b, for a file that is retained for years. */
  archival?: boolean;
};
type Pdf = PDFKit.PDFDocument;
type Part = PDFKit.PDFStructureElement;

const { resolve } = createRequire(import.meta.url);
type Source = PDFKit.Mixins.PDFFontSource & string;
const opened = new Map<string, Promise<Source>>();
/** Words of one typeface; a run of glyphs takes some kilobytes. */
const cachedWords = 1_000;

/** A typeface for every document of the process, parsed once: parsing it takes longer than drawing a page. */
function typeface(name: string): Promise<Source> {
  // pdfkit takes the fonts that fontkit opens; its types name only files and bytes.
  const font =
    opened.get(name) ??
    import("fontkit").then(
      ({ openSync }) => withCachedWords(openSync(resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)) as Font) as unknown as Source,
    );
  opened.set(name, font);
  return font;
}

/** The words of a receipt or a certificate are mostly those of the one before: their glyphs and positions are computed once. */
function withCachedWords(font: Font): Font {
  const words = new LRUCache<string, GlyphRun>({ max: cachedWords });
  const layout = font.layout.bind(font);
  const cachedLayout = (text: string): GlyphRun => {
    const run = words.get(text) ?? layout(text);
    words.set(text, run);
    // pdfkit scales the positions of what it gets.
    const positions = run.positions.map((position) => ({ ...position }));
    return Object.create(run, { positions: { value: positions } }) as GlyphRun;
  };
  font.layout = (text, ...others) => (others.some((other) => other !== undefined) ? layout(text, ...others) : cachedLayout(text));
  return font;
}

const sizes = { H1: 20, H2: 13, H3: 13, P: 10.5 } as const;
/** The blocks that are drawn without a pause, some milliseconds together. */
const blocksAtOnce = 10;
const gaps = { H1: 12, H2: 6, H3: 6, P: 6 } as const;

/**
 * A4 pages of tagged text with its own typeface, so that readers and screen readers have its words. The same text gives
 * the same bytes: `at` is its date. A `compact` one has smaller letters and margins, for a form of one page.
 */
export async function taggedPdf({ blocks, compact, ...head }: Head & { blocks: PdfBlock[]; compact?: boolean }): Promise<Uint8Array> {
  const scale = compact ? 0.84 : 1;
  return drawnPdf({ ...head, ...(compact && { margin: 52 }) }, async (pdf, whole) => {
    for (const [at, { tag, text, locale, newPage, picture }] of [{ tag: "H1", text: head.title } as PdfBlock, ...blocks].entries()) {
      // Other requests run between some blocks of a long document.
      if (at % blocksAtOnce === blocksAtOnce - 1) await setImmediate();
      const write = () =>
        void pdf
          .font(tag === "P" ? "text" : "strong")
          .fontSize(sizes[tag] * scale)
          .text(text, { paragraphGap: gaps[tag] * scale, lineGap: 2 * scale });
      if (newPage) pdf.addPage();
      whole.add(pdf.struct(tag, locale ? { lang: languageTags[locale] } : {}, write));
      if (picture) whole.add(figure(pdf, picture));
    }
  });
}

/** A picture at the left margin, on the next page where it no longer fits; what follows is below it. */
function figure(pdf: Pdf, { bytes, alt, height }: NonNullable<PdfBlock["picture"]>): Part {
  // Before the element: its marked content begins and ends on one page.
  if (pdf.y + height > pdf.page.maxY()) pdf.addPage();
  return pdf.struct("Figure", { alt }, () => void pdf.image(Buffer.from(bytes), { fit: [height * 3, height] }).moveDown(0.3));
}

/** The same page and typeface for pages that are drawn: `draw` adds each element to the tag tree, in reading order. */
export async function drawnPdf(
  { title, author, locale, at, archival = false, margin = 64 }: Head & { margin?: number },
  draw: (pdf: Pdf, whole: Part) => void | Promise<void>,
): Promise<Uint8Array> {
  const { default: PDFDocument } = await import("pdfkit");
  const [text, strong] = await Promise.all([typeface("DejaVuSans"), typeface("DejaVuSans-Bold")]);
  const pdf = new PDFDocument({
    size: "A4",
    margin,
    lang: languageTags[locale],
    displayTitle: true,
    tagged: true,
    pdfVersion: "1.7",
    // The typeface from the start: an archival file names no other.
    ...(archival && { subset: "PDF/A-2b", font: text }),
    info: { Title: title, Author: author, CreationDate: at, ModDate: at },
  });
  pdf.registerFont("text", text).registerFont("strong", strong);
  const parts: Uint8Array[] = [];
  pdf.on("data", (part: Uint8Array) => parts.push(part));
  const ended = new Promise<void>((finished) => pdf.on("end", () => finished()));
  const whole = pdf.struct("Document");
  pdf.addStructure(whole);
  await draw(pdf, whole);
  whole.end();
  pdf.end();
  await ended;
  return Buffer.concat(parts);
}

/** The paragraphs and headings of a Markdown text as plain text: emphasis and links are reduced to their text. */
export function blocksOf(markdown: string): PdfBlock[] {
  const plain = (text: string) => text.replace(/\*\*|__|`/g, "").replace(/\[([^[\]]*)\]\([^()]*\)/g, "$1");
  return markdown.split(/\n{2,}/).flatMap((block) =>
    block
      .split(/\n(?=[-*] |\d+\. |#)/)
      .map((text) => text.trim())
      .filter(Boolean)
      .map((text) => {
        const [, signs, heading] = /^(#{1,6}) (.*)$/s.exec(text) ?? [];
        if (heading) return { tag: (signs?.length ?? 2) > 2 ? ("H3" as const) : ("H2" as const), text: plain(heading) };
        return {
          tag: "P" as const,
          text: plain(
            text
              .replace(/\n/g, " ")
              .replace(/^[-*] /, "• ")
              .replace(/^> /, ""),
          ),
        };
      }),
  );
}
