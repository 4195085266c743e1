import { encode } from "uqr";

const ink = "#191219";

type Place = { x: number; y: number; side: number };

/** Draws a QR code without margin: what is around it must be white. */
export function drawQrCode(pdf: PDFKit.PDFDocument, text: string, { x, y, side }: Place): void {
  const { data, size } = encode(text, { ecc: "M", border: 0 });
  pdf
    .save()
    .translate(x, y)
    .scale(side / size);
  for (const [row, modules] of data.entries()) {
    // Neighbours of a row are one shape.
    for (let column = 0; column < modules.length; column += 1) {
      const from = column;
      while (modules[column]) column += 1;
      if (column > from) pdf.rect(from, row, column - from + 0.02, 1.02);
    }
  }
  pdf.fill(ink).restore();
}
