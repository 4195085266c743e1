import { inflateRawSync } from "node:zlib";

/** The texts of a zip archive by their names, as its directory lists them. */
export function readZip(archive: Buffer): Map<string, string> {
  const end = archive.lastIndexOf("PK\u0005\u0006", undefined, "latin1");
  const files = new Map<string, string>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const nameLength = archive.readUInt16LE(at + 28);
    const name = archive.toString("utf8", at + 46, at + 46 + nameLength);
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const bytes = archive.subarray(start, start + archive.readUInt32LE(at + 20));
    files.set(name, (archive.readUInt16LE(at + 10) === 0 ? bytes : inflateRawSync(bytes)).toString("utf8"));
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return files;
}
