import { setImmediate } from "node:timers/promises";
import { Zip, ZipDeflate, ZipPassThrough } from "fflate";

/** The bytes that are added without a pause: some milliseconds of work. */
const pieceBytes = 512 * 1024;

/**
 * A ZIP archive of some files by their names, made in pieces between which other requests run. Texts are compressed; all else is stored as it is,
 * since pictures and PDFs are compressed already.
 */
export async function zipOf(files: Record<string, Uint8Array>, mtime: Date): Promise<Uint8Array> {
  const made: Uint8Array[] = [];
  const archive = new Zip((error, part) => {
    if (error) throw error;
    made.push(part);
  });
  for (const [name, bytes] of Object.entries(files)) {
    const file = name.endsWith(".json") ? new ZipDeflate(name, { level: 6 }) : new ZipPassThrough(name);
    file.mtime = mtime;
    archive.add(file);
    for (let at = 0; at <= bytes.byteLength; at += pieceBytes) {
      file.push(bytes.subarray(at, at + pieceBytes), at + pieceBytes > bytes.byteLength);
      await setImmediate();
    }
  }
  archive.end();
  return Buffer.concat(made);
}
