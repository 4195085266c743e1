import { francePath, franceSide } from "#contract/formats/france-outline";
import type { Locale } from "#contract/formats/locale";
import { drawQrCode } from "./qr-code.ts";
import { drawnPdf } from "./tagged-pdf.ts";

type Section = "hours" | "place" | "contact" | "people" | "dates" | "zones" | "bring" | "here" | "shops" | "impactTotals" | "about";

/** A poster: one page, whose texts are cut where they would not fit. */
export type Poster = {
  title: string;
  author: string;
  locale: Locale;
  at: Date;
  colour: "pink" | "green";
  slogan: string;
  sections: Record<Section, { title: string; lines: string[] }>;
  map: { alt: string; own: { x: number; y: number } | null; others: { x: number; y: number }[]; caption: string };
  /** The link to the page, as a QR code and as a URL. */
  link: { to: string; caption: string; alt: string } | null;
  footer: string;
};

type Pdf = PDFKit.PDFDocument;
type Box = { x: number; y: number; width: number; bottom: number };

const ink = "#191219";
const grey = "#5f5560";
const beige = "#f8f1e7";
const sun = "#ffd84d";
const land = "#e6d9c6";
const colours = { pink: "#cb1067", green: "#0f7443" } as const;

const margin = 42;
const page = { width: 595.28, height: 841.89 };
const inside = page.width - 2 * margin;
const side = 210;
const codeSide = 76;

export function posterPdf({ colour, slogan, sections, map, link, footer, ...head }: Poster): Promise<Uint8Array> {
  const accent = colours[colour];
  return drawnPdf({ ...head, margin }, (pdf, whole) => {
    const decoration = (draw: () => void) => {
      pdf.markContent("Artifact", { type: "Layout" });
      draw();
      pdf.endMarkedContent();
    };
    const write = (tag: string, text: string, box: Box, { size = 11, strong = false, color = ink, parent = whole } = {}) => {
      const options = { width: box.width, lineGap: 2 };
      pdf.font(strong ? "strong" : "text").fontSize(size);
      const room = box.bottom - box.y;
      if (!text || room < size * 1.3) return box.y;
      const height = Math.min(pdf.heightOfString(text, options), room);
      const draw = () => void pdf.fillColor(color).text(text, box.x, box.y, { ...options, height, ellipsis: true });
      parent.add(pdf.struct(tag, {}, draw));
      return box.y + height;
    };
    const writeAll = (lines: string[], box: Box, size: number) => {
      if (lines.length < 2) return lines.reduce((y, line) => write("P", line, { ...box, y }, { size }), box.y);
      const list = pdf.struct("L");
      whole.add(list);
      let { y } = box;
      for (const line of lines) {
        const item = pdf.struct("LI");
        list.add(item);
        y = write("LBody", line, { ...box, y }, { size, parent: item }) + 3;
        item.end();
      }
      list.end();
      return y;
    };
    const section = (name: Section, box: Box, { size = 12, heading = 15 } = {}) => {
      const { title, lines } = sections[name];
      if (lines.length === 0 || box.bottom - box.y < 40) return box.y;
      const y = write("H2", title, box, { size: heading, strong: true, color: accent }) + 4;
      return writeAll(lines, { ...box, y }, size) + 14;
    };
    const panel = (fill: string, box: Box, height: number) =>
      decoration(() => void pdf.roundedRect(box.x, box.y, box.width, height, 16).fill(fill));

    decoration(() => drawMark(pdf, { x: margin, y: margin - 4, size: 54, colour: accent }));
    const top = { x: margin + 68, y: margin - 6, width: inside - 68, bottom: margin + 200 };
    pdf.font("strong").fontSize(40);
    const titleSize = Math.min(40, (40 * top.width) / pdf.widthOfString(head.title));
    let y = write("H1", head.title, top, { size: Math.max(titleSize, 20), strong: true });
    y = write("P", slogan, { ...top, y: y + 2 }, { size: 14, color: grey });
    y = Math.max(y, margin + 54) + 22;

    const bottom = page.height - margin - 26 - (link ? codeSide + 16 : 0);
    const right = { x: margin + inside - side - 24, y, width: side + 24, bottom };
    const left = { x: margin, y, width: inside - right.width - 26, bottom };
    const size = sections.hours.lines.length > 8 ? 10.5 : 14;
    const afterHours = section("hours", { ...left, bottom: y + 380 }, { size, heading: 22 });
    let under = section("place", { ...left, y: afterHours }, { size: 14, heading: 16 });
    under = section("contact", { ...left, y: under }, { size: 14, heading: 16 });
    under = section("people", { ...left, y: under });
    under = section("dates", { ...left, y: under });

    const caption = map.own ? 46 : 0;
    let beside = right.y;
    if (map.own) {
      panel(beige, right, side + 24 + caption);
      const at = { x: right.x + 12, y: right.y + 12 };
      // The box is not in the types of the package yet.
      const figure = { alt: map.alt, bbox: [at.x, at.y, at.x + side, at.y + side] };
      whole.add(pdf.struct("Figure", figure, () => drawFrance(pdf, at, map, accent)));
      write(
        "P",
        map.caption,
        { x: right.x + 14, y: at.y + side + 4, width: side - 4, bottom: at.y + side + 4 + caption },
        { size: 9.5, color: grey },
      );
      beside += side + 24 + caption + 18;
    }
    if (sections.bring.lines.length > 0) {
      const box = { x: right.x + 14, y: beside + 12, width: right.width - 28, bottom };
      pdf.font("text").fontSize(12);
      const height = Math.min(
        36 + sections.bring.lines.reduce((sum, line) => sum + pdf.heightOfString(line, { width: box.width, lineGap: 2 }) + 3, 14),
        bottom - beside,
      );
      panel(sun, { ...right, y: beside }, height);
      const { title, lines } = sections.bring;
      const line = write("H2", title, box, { size: 15, strong: true }) + 4;
      writeAll(lines, { ...box, y: line, bottom: beside + height }, 12);
      beside += height + 18;
    }
    beside = section("zones", { ...right, y: beside });
    beside = section("here", { ...right, y: beside });
    beside = section("shops", { ...right, y: beside });
    beside = section("impactTotals", { ...right, y: beside });
    section("about", { x: margin, y: Math.max(under, beside), width: inside, bottom });

    if (link) {
      const at = { x: margin, y: bottom + 6 };
      const code = { alt: link.alt, bbox: [at.x, at.y, at.x + codeSide, at.y + codeSide] };
      whole.add(pdf.struct("Figure", code, () => drawQrCode(pdf, link.to, { ...at, side: codeSide })));
      const beside = { x: at.x + codeSide + 14, width: inside - codeSide - 14, bottom: at.y + codeSide };
      const after = write("P", link.caption, { ...beside, y: at.y + 16 }, { size: 13, strong: true });
      write("P", link.to, { ...beside, y: after + 2 }, { size: 11, color: grey });
    }

    decoration(() =>
      pdf
        .moveTo(margin, page.height - margin - 18)
        .lineTo(page.width - margin, page.height - margin - 18)
        .lineWidth(1)
        .stroke(land),
    );
    write(
      "P",
      footer,
      { x: margin, y: page.height - margin - 12, width: inside, bottom: page.height - margin + 6 },
      { size: 8.5, color: grey },
    );
  });
}

/** The logo's two links: above, the second passes over the first; below, under it. */
function drawMark(pdf: Pdf, { x, y, size, colour }: { x: number; y: number; size: number; colour: string }) {
  const first = () => pdf.roundedRect(10, 14, 48, 72, 24);
  const second = () => pdf.roundedRect(42, 14, 48, 72, 24);
  const half = (from: number, under: () => Pdf, over: () => Pdf) => {
    pdf.save().rect(0, from, 100, 50).clip();
    under().lineWidth(11).stroke(colour);
    over().lineWidth(19).stroke("#ffffff");
    over().lineWidth(11).stroke(colour);
    pdf.restore();
  };
  pdf
    .save()
    .translate(x, y)
    .scale(size / 100);
  half(0, first, second);
  half(50, second, first);
  pdf.restore();
}

/** The country, a point for each team, and a ring around this one. */
function drawFrance(pdf: Pdf, { x, y }: { x: number; y: number }, { own, others }: Poster["map"], accent: string) {
  pdf
    .save()
    .translate(x, y)
    .scale(side / franceSide);
  pdf.path(francePath).lineJoin("round").lineWidth(1.6).fillAndStroke(land, land);
  for (const one of others) pdf.circle(one.x, one.y, 1.3).fill(grey);
  if (own) pdf.circle(own.x, own.y, 4).lineWidth(2.2).fillAndStroke("#ffffff", accent);
  pdf.restore();
}
