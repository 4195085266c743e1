import { randomBytes } from "node:crypto";
import { strToU8, unzipSync } from "fflate";
import { expect, test } from "vitest";
import { zipOf } from "#backend/modules/privacy/zip";
import { turnsDuring } from "#tests/support/event-loop";

test("a copy has each file as it was, also an empty one, and texts are compressed", async () => {
  const text = strToU8("les mêmes mots ".repeat(100_000));
  const files = { "a.json": text, "files/b.pdf": randomBytes(1_500_000), "files/empty.pdf": new Uint8Array() };
  const archive = await zipOf(files, new Date("2026-11-26T10:00:00Z"));
  const read = unzipSync(archive);
  expect(Object.keys(read)).toEqual(Object.keys(files));
  for (const [name, bytes] of Object.entries(files)) expect(Buffer.from(read[name] ?? []).equals(Buffer.from(bytes))).toBe(true);
  expect(archive.byteLength).toBeLessThan(1_600_000);
});

test("others have their turn while twenty megabytes are put into a copy", async () => {
  const files = Object.fromEntries(Array.from({ length: 4 }, (_, at) => [`files/${at}.pdf`, new Uint8Array(5_000_000)]));
  expect(await turnsDuring(() => zipOf(files, new Date()))).toBeGreaterThan(30);
});
