import { parse } from "csv-parse/sync";
import { sheetLimits } from "#contract/publishing/csv-imports";
import { ApiError } from "~/api/api-error";

/**
 * The lines and cells of a CSV file with a header: in UTF-8 or the encodings of Windows and Excel, with any delimiter
 * between the cells. Refused like a form's field when it is invalid or too large.
 */
export async function readSheet(file: File): Promise<string[][]> {
  if (file.size > sheetLimits.bytes) throw refused("tooHeavy", { max: Math.round(sheetLimits.bytes / 1024) });
  const text = decoded(new Uint8Array(await file.arrayBuffer()));
  const cells = cellsOf(text).map((line) => line.map(cleaned));
  while (cells.at(-1)?.every((cell) => cell === "")) cells.pop();
  if (cells.length < 2) throw refused("noRows");
  if (cells.length - 1 > sheetLimits.rows) throw refused("tooManyRows", { max: sheetLimits.rows });
  const width = Math.max(...cells.map((line) => line.length));
  if (width > sheetLimits.columns) throw refused("tooManyColumns", { max: sheetLimits.columns });
  return cells.map((line) => Array.from({ length: width }, (_, at) => line[at] ?? ""));
}

function decoded(bytes: Uint8Array): string {
  // A workbook is a ZIP archive, whose first bytes are `PK`.
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) throw refused("workbook");
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes.includes(0)) throw refused("noText");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

function cellsOf(text: string): string[][] {
  try {
    return parse(text, { delimiter: delimiterOf(text), relax_column_count: true, relax_quotes: true });
  } catch {
    throw refused("noText");
  }
}

/** The most frequent delimiter in the header, outside quotes. */
function delimiterOf(text: string): string {
  const [names = ""] = text.replace(/"[^"]*"/g, "").split(/\r?\n/, 1);
  const signs = [",", ";", "\t"].map((sign) => ({ sign, count: names.split(sign).length }));
  return signs.sort((a, b) => b.count - a.count)[0]?.sign ?? ",";
}

/** A cell without the apostrophes that our own files put before what a program could take for a formula, also after a line break or a semicolon. */
function cleaned(cell: string): string {
  return cell
    .replace(/\0/g, "")
    .toWellFormed()
    .trim()
    .replace(/\r\n?/g, "\n")
    .replace(/'(?<=(?:^|[;\t\n][\s"]*)')(?=[=+\-@\t\r＝＋－＠])/g, "");
}

function refused(reason: "tooHeavy" | "workbook" | "noText" | "noRows" | "tooManyRows" | "tooManyColumns", values = {}): ApiError {
  const parameters = new URLSearchParams(values as Record<string, string>);
  return new ApiError(422, {
    code: "invalid",
    fieldErrors: { file: [`content:import.file.${reason}${parameters.size > 0 ? `?${parameters}` : ""}`] },
  });
}
