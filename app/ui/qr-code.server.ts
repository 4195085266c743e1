import { encode } from "uqr";

/** A QR code as one SVG path of unit squares, with the margin of four modules that scanners need. */
export type QrPath = { size: number; path: string };

/** Correction level M and at most version 13, as EPC069-12 asks of payments. */
export function qrPath(text: string): QrPath {
  const { data, size } = encode(text, { ecc: "M", maxVersion: 13, border: 4 });
  const rows = data.map((row, y) => row.map((dark, x) => (dark && !row[x - 1] ? `M${x} ${y}h${runFrom(row, x)}v1H${x}z` : "")).join(""));
  return { size, path: rows.join("") };
}

function runFrom(row: boolean[], x: number): number {
  const end = row.indexOf(false, x);
  return (end < 0 ? row.length : end) - x;
}
