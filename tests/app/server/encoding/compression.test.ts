import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { bytesAnswer } from "~/server/encoding/bytes-response.server";
import { compressed, encodingFor } from "~/server/encoding/compression.server";

test.each([
  ["a page", 2_000],
  ["an export, larger than any page", 40_000],
])("%s is the same text in every encoding, with its own length", async (_, rows) => {
  const text = "Équipe de Lyon;18 h 30\n".repeat(rows);
  for (const answer of [
    (body: string, init: ResponseInit) => bytesAnswer(Buffer.from(body), init),
    (body: string, init: ResponseInit) => new Response(body, init),
  ]) {
    for (const [encoding, decode] of Object.entries({ br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes })) {
      const packed = await compressed(answer(text, { headers: { "content-type": "text/csv; charset=utf-8" } }), encoding);
      const bytes = Buffer.from(await packed.arrayBuffer());
      expect(packed.headers.get("content-encoding")).toBe(encoding === "identity" ? null : encoding);
      expect(packed.headers.get("content-length")).toBe(String(bytes.byteLength));
      expect(decode(bytes).toString() === text).toBe(true);
    }
  }
});

test.each([
  ["gzip, deflate, br, zstd", "br"],
  ["br;q=0.0, gzip", "gzip"],
  ["gzip;q=1, br;q=0.1", "gzip"],
  ["BR", "br"],
  ["*", "br"],
  ["*;q=0", null],
  ["gzip;q=0, *", "br"],
  ["identity", null],
  ["br;q=x", "br"],
  ["", null],
  [null, null],
])("a browser that takes %s gets %s", (header, encoding) => {
  expect(encodingFor(header)).toBe(encoding);
});
