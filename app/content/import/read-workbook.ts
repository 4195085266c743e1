import { inflateRawSync } from "node:zlib";
import { readSheet } from "read-excel-file/universal";
import { SheetRefused } from "./sheet-refused.ts";

/** The most bytes of all parts of a workbook once they are unpacked. */
const mostUnpacked = 48 * 1024 * 1024;
const mostParts = 2_000;

/** The first bytes of a ZIP archive, which a workbook is, and of the older container of Microsoft, which holds old and encrypted ones. */
export const isArchive = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b;
export const isOldContainer = (bytes: Uint8Array) => bytes[0] === 0xd0 && bytes[1] === 0xcf && bytes[2] === 0x11 && bytes[3] === 0xe0;

/** Refuses an old workbook, or one with a password: a container whose parts are named in UTF-16. */
export function refuseOldContainer(bytes: Uint8Array): never {
  const name = Buffer.from("EncryptedPackage", "utf16le");
  throw new SheetRefused(Buffer.from(bytes).includes(name) ? "protected" : "oldWorkbook");
}

/** The lines and cells of the first sheet of a workbook, as texts: days as 2027-01-14, numbers as they are stored. */
export async function workbookCells(bytes: Uint8Array): Promise<string[][]> {
  refuseBombs(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const rows = await readSheet(new Blob([bytes as BlobPart])).catch(() => {
    throw new SheetRefused("unreadableWorkbook");
  });
  return (rows as unknown[][]).map((row) => row.map(textOf));
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "" : dayOrTime(value);
  // Sums of a spreadsheet have more digits than people see: 0.30000000000000004.
  if (typeof value === "number") return String(Number(value.toPrecision(15)));
  return String(value);
}

/** The library gives wall times as if they were UTC; a spreadsheet stores them as fractions of days. */
function dayOrTime(value: Date): string {
  const written = new Date(Math.round(value.getTime() / 60_000) * 60_000).toISOString();
  const [day = "", time = ""] = written.split("T");
  return time.startsWith("00:00") ? day : `${day} ${time.slice(0, 5)}`;
}

/**
 * Unpacks the parts that the library reads within a limit, before the library does without any: four megabytes may hold four gigabytes of
 * zeros, and the sizes that an archive states may be wrong.
 */
function refuseBombs(archive: Buffer) {
  const parts = partsOf(archive);
  if (!parts.some(({ name }) => name === "[Content_Types].xml")) throw new SheetRefused("otherArchive");
  let left = mostUnpacked;
  for (const { method, packed } of parts.filter(({ name }) => /\.(xml|rels)$/.test(name))) {
    left -= method === 0 ? packed.byteLength : unpackedSize(packed, left);
    if (left <= 0) throw new SheetRefused("unpacksTooLarge", mostUnpacked / 1024 / 1024);
  }
}

function unpackedSize(packed: Buffer, most: number): number {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, most) }).byteLength;
  } catch (error) {
    const isTooLarge = (error as { code?: string }).code === "ERR_BUFFER_TOO_LARGE";
    throw isTooLarge ? new SheetRefused("unpacksTooLarge", mostUnpacked / 1024 / 1024) : new SheetRefused("unreadableWorkbook");
  }
}

type Part = { name: string; method: number; packed: Buffer };

/** The directory of a ZIP archive is at its end (APPNOTE.TXT 4.3.12 and 4.3.16). */
function partsOf(archive: Buffer): Part[] {
  try {
    const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
    if (end < 0) throw new SheetRefused("unreadableWorkbook");
    const count = archive.readUInt16LE(end + 10);
    if (count > mostParts) throw new SheetRefused("unpacksTooLarge", mostUnpacked / 1024 / 1024);
    const parts: Part[] = [];
    for (let at = archive.readUInt32LE(end + 16), seen = 0; seen < count; seen += 1) {
      if (archive.readUInt32LE(at) !== 0x02014b50) throw new SheetRefused("unreadableWorkbook");
      if (archive.readUInt16LE(at + 8) & 1) throw new SheetRefused("protected");
      const [size, names, extra, comment] = [20, 28, 30, 32].map((offset) =>
        offset === 20 ? archive.readUInt32LE(at + offset) : archive.readUInt16LE(at + offset),
      ) as [number, number, number, number];
      const local = archive.readUInt32LE(at + 42);
      const from = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
      const packed = archive.subarray(from, from + size);
      parts.push({ name: archive.toString("utf8", at + 46, at + 46 + names), method: archive.readUInt16LE(at + 10), packed });
      at += 46 + names + extra + comment;
    }
    return parts;
  } catch (error) {
    throw error instanceof SheetRefused ? error : new SheetRefused("unreadableWorkbook");
  }
}
