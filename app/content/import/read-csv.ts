import { parse } from "csv-parse/sync";
import { SheetRefused } from "./sheet-refused.ts";

/**
 * The lines and cells of a CSV file: in UTF-8 or the encodings of Windows and Excel, with any delimiter between the cells. Its header has at
 * least `headerCells`; above it may be text.
 */
export function csvCells(bytes: Uint8Array, headerCells: number): string[][] {
  const text = decoded(bytes);
  try {
    return parse(text, {
      delimiter: delimiterOf(text, headerCells),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
    });
  } catch {
    throw new SheetRefused("noText");
  }
}

function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes.includes(0)) throw new SheetRefused("noText");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** The lines among which the header is. */
const firstLines = 20;

/** The most frequent delimiter in the header, outside quotes. */
function delimiterOf(text: string, headerCells: number): string {
  const lines = text.replace(/"[^"]*"/g, "").split(/\r?\n/, firstLines);
  const counted = lines.map((line) => {
    const signs = [",", ";", "\t"].map((sign) => ({ sign, count: line.split(sign).length }));
    return signs.sort((a, b) => b.count - a.count)[0] ?? { sign: ",", count: 1 };
  });
  return (counted.find(({ count }) => count >= headerCells) ?? counted[0])?.sign ?? ",";
}
