import { setImmediate } from "node:timers/promises";
import { drawQrCode } from "#backend/pdf/qr-code";
import { drawnPdf } from "#backend/pdf/tagged-pdf";

/** Points of a millimetre. */
const mm = 72 / 25.4;

/** Sheets of A4: millimetres of a field, how many beside and below each other, and where the first begins. */
const grids = {
  labels: { width: 70, height: 37, columns: 3, rows: 8, left: 0, top: 0.5, code: 26, lines: "labels" },
  badges: { width: 90, height: 54, columns: 2, rows: 5, left: 15, top: 13.5, code: 34, lines: "badges" },
} as const;

type Head = Parameters<typeof drawnPdf>[0];
type Pdf = PDFKit.PDFDocument;
type Part = PDFKit.PDFStructureElement;
type Grid = (typeof grids)["labels" | "badges"];

/** A code with its letters, and the three lines beside it. */
export type PrintedField = { name: string; code: string; letters: string; about: string; under: string };

/** Fields with a code each, to be cut or on sheets of labels. */
export function fieldSheet(head: Head, format: keyof typeof grids, fields: PrintedField[]): Promise<Uint8Array> {
  const grid = grids[format];
  const perPage = grid.columns * grid.rows;
  return drawnPdf(head, async (pdf, whole) => {
    for (const [index, field] of fields.entries()) {
      // Other requests run between some fields of a long sheet.
      if (index % fieldsAtOnce === fieldsAtOnce - 1) await setImmediate();
      const place = index % perPage;
      if (place === 0 && index > 0) pdf.addPage();
      const x = (grid.left + (place % grid.columns) * grid.width) * mm;
      const y = (grid.top + Math.floor(place / grid.columns) * grid.height) * mm;
      drawField(pdf, whole, grid, field, { x, y });
    }
  });
}

/** The fields that are drawn without a pause, some milliseconds together. */
const fieldsAtOnce = 5;

/** The sizes of the texts of a field, and millimetres from its top. */
const lines = {
  labels: { name: 10, about: [14, 8], under: [21, 7] },
  badges: { name: 14, about: [19, 10], under: [28, 9] },
} as const;

/** One field: the code with its letters, and beside it whose it is and for what. */
function drawField(pdf: Pdf, whole: Part, grid: Grid, field: PrintedField, { x, y }: { x: number; y: number }) {
  const inset = 4 * mm;
  const side = grid.code * mm;
  const top = y + (grid.height * mm - side) / 2 - 3 * mm;
  const write = (text: string, at: { x: number; y: number; width: number; height: number }, size: number, font: "text" | "strong") => {
    const draw = () =>
      void pdf
        .font(font)
        .fontSize(size)
        .fillColor("#000")
        .text(text, at.x, at.y, { ...at, ellipsis: true });
    whole.add(pdf.struct("P", {}, draw));
  };
  // The box is not in the types of the package yet.
  const figure = { alt: `${field.name}, ${field.letters}`, bbox: [x + inset, top, x + inset + side, top + side] };
  whole.add(pdf.struct("Figure", figure, () => drawQrCode(pdf, field.code, { x: x + inset, y: top, side })));
  write(field.letters, { x: x + inset, y: top + side + 1.5 * mm, width: side + 2 * mm, height: 5 * mm }, 8.5, "strong");
  const beside = { x: x + side + 2 * inset, width: grid.width * mm - side - 3 * inset };
  const { name, about, under } = lines[grid.lines];
  write(field.name, { ...beside, y: top, height: (about[0] - 1) * mm }, name, "strong");
  write(field.about, { ...beside, y: top + about[0] * mm, height: 6 * mm }, about[1], "text");
  write(field.under, { ...beside, y: top + under[0] * mm, height: 6 * mm }, under[1], "text");
}
