import { inflateSync } from "node:zlib";
import sharp from "sharp";
import { expect, test } from "vitest";
import { taggedPdf } from "#backend/pdf/tagged-pdf";
import { turnsDuring } from "#tests/support/event-loop";

const head = { title: "Suivi", author: "Maillon", locale: "fr" as const, at: new Date("2026-11-26T10:00:00Z") };

test("a picture that no longer fits is on the next page, with all of its element", async () => {
  const bytes = new Uint8Array(
    await sharp({ create: { width: 30, height: 30, channels: 3, background: "white" } })
      .png()
      .toBuffer(),
  );
  const blocks = [
    ...Array.from({ length: 30 }, (_, at) => ({ tag: "P" as const, text: `Ligne ${at}` })),
    { tag: "P" as const, text: "Signature", picture: { bytes, alt: "Signature", height: 300 } },
  ];
  const source = Buffer.from(await taggedPdf({ ...head, blocks })).toString("latin1");
  const streams = [...source.matchAll(/FlateDecode\n>>\nstream\n([\s\S]*?)\nendstream/g)].map(([, packed = ""]) =>
    inflateSync(Buffer.from(packed, "latin1")).toString("latin1"),
  );
  const marks = streams
    .map((text) => [text.match(/ (?:BDC|BMC)\b/g)?.length ?? 0, text.match(/\bEMC\b/g)?.length ?? 0])
    .filter(([begun]) => begun);
  expect(marks).toHaveLength(2);
  for (const [begun, ended] of marks) expect(begun).toBe(ended);
});

test("others have their turn while a long PDF is drawn", async () => {
  const blocks = Array.from({ length: 400 }, (_, at) => ({ tag: "P" as const, text: `Ligne ${at} : une distribution, puis une autre.` }));
  // The first one also loads the typeface.
  await taggedPdf({ ...head, blocks: blocks.slice(0, 1) });
  const few = await turnsDuring(() => taggedPdf({ ...head, blocks: blocks.slice(0, 5) }));
  const many = await turnsDuring(() => taggedPdf({ ...head, blocks }));
  expect(many - few).toBeGreaterThan(30);
});

test("documents drawn at once share the parsed typeface and have the bytes that each has alone", async () => {
  const documents = ["Ligne", "Étudiante", "« 12 € »"].map((word) =>
    Array.from({ length: 40 }, (_, at) => ({ tag: at % 3 ? ("P" as const) : ("H2" as const), text: `${word} ${at}` })),
  );
  const alone: Uint8Array[] = [];
  for (const blocks of documents) alone.push(await taggedPdf({ ...head, blocks }));
  expect(await Promise.all(documents.map((blocks) => taggedPdf({ ...head, blocks })))).toEqual(alone);
});
