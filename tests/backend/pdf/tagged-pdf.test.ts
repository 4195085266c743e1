import { expect, test } from "vitest";
import { taggedPdf } from "#backend/pdf/tagged-pdf";
import { turnsDuring } from "#tests/support/event-loop";

test("others have their turn while a long PDF is drawn", async () => {
  const blocks = Array.from({ length: 400 }, (_, at) => ({ tag: "P" as const, text: `Ligne ${at} : une distribution, puis une autre.` }));
  const head = { title: "Suivi", author: "Maillon", locale: "fr" as const, at: new Date("2026-11-26T10:00:00Z") };
  // The first one also loads the typeface.
  await taggedPdf({ ...head, blocks: blocks.slice(0, 1) });
  const few = await turnsDuring(() => taggedPdf({ ...head, blocks: blocks.slice(0, 5) }));
  const many = await turnsDuring(() => taggedPdf({ ...head, blocks }));
  expect(many - few).toBeGreaterThan(30);
});
