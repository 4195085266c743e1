import { inflateSync } from "node:zlib";

/** What a PDF made by this product says: the words of its pages, and the tags, alternatives and languages of its structure. */
export function readPdf(bytes: Uint8Array) {
  const source = Buffer.from(bytes).toString("latin1");
  const objects = new Map<string, { head: string; stream: string }>();
  for (const [, id = "", body = ""] of source.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [head = "", packed] = body.split(/\nstream\n/);
    const stream = packed && head.includes("FlateDecode") ? inflateSync(Buffer.from(packed, "latin1")).toString("latin1") : "";
    objects.set(id, { head, stream });
  }
  const fonts = new Map<string, string[]>();
  for (const [, name = "", id = ""] of source.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.head ?? "")?.[1] ?? "";
    fonts.set(
      name,
      [...(objects.get(map)?.stream ?? "").matchAll(/\[([^\]]*)\]/g)].flatMap(([, list = ""]) => list.match(/<[^>]*>/g) ?? []).map(textOf),
    );
  }
  let letters: string[] = [];
  let text = "";
  for (const { stream } of objects.values())
    for (const [, font, shown] of stream.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
      if (font) letters = fonts.get(font) ?? [];
      else
        text += `${(shown?.match(/<([0-9a-f]+)>/g) ?? []).map((run) => (run.match(/[0-9a-f]{4}/g) ?? []).map((glyph) => letters[Number.parseInt(glyph, 16)]).join("")).join("")} `;
    }
  return {
    text: text.replace(/[\s\u00a0\u202f]+/g, " "),
    tags: [...source.matchAll(/\/S \/(\w+)/g)].map(([, tag]) => tag),
    pages: source.match(/\/Type \/Page\n/g)?.length,
    language: /\/Lang \(([\w-]+)\)/.exec(source)?.[1],
    alternatives: [...source.matchAll(/\/Alt \(((?:[^)\\]|\\.)*)\)/g)].map(([, alt = ""]) => textIn(alt)),
    marked: source.includes("/Marked true"),
  };
}

/** Ligatures stand for several letters, with spaces between them. */
const textOf = (hex: string) => Buffer.from(hex.slice(1, -1).replace(/\s/g, ""), "hex").swap16().toString("utf16le");

/** A text of the structure: UTF-16 when it begins with the mark of it, with some signs escaped. */
function textIn(text: string): string {
  const bytes = Buffer.from(text.replace(/\\([()\\])/g, "$1"), "latin1");
  return bytes[0] === 0xfe ? bytes.subarray(2).swap16().toString("utf16le") : text;
}
