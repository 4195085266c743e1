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
  for (const [row, modules] of data.entries()) for (const [column, dark] of modules.entries()) if (dark) pdf.rect(column, row, 1.02, 1.02);
  pdf.fill(ink).restore();
}
