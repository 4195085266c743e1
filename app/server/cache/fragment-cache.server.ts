import { randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Fragments } from "~/ui/cached-fragment";
import { joined } from "../encoding/bytes-response.server";
import type { PageCss, Styled } from "../page-css.server";

/** A marker that cannot occur in a page's text. */
const mark = randomBytes(12).toString("base64url");

type CachedFragment = Styled & { bytes: Buffer };

const limits = { parts: 2_000, bytes: 8 * 1024 * 1024 };

/** The cached fragments of public pages of one installation; unused ones are evicted. */
export class FragmentCache {
  readonly #css: PageCss;
  readonly #styleMark: string;
  readonly #parts = new LRUCache<string, CachedFragment>({
    max: limits.parts,
    maxSize: limits.bytes,
    sizeCalculation: ({ bytes }, key) => key.length + bytes.byteLength,
  });

  /** `styleMark` is the placeholder of a page's style. */
  constructor(css: PageCss, styleMark: string) {
    this.#css = css;
    this.#styleMark = styleMark;
  }

  /** The page rendered by `render`, with its fragments inserted and its style. */
  page(render: (fragments: Fragments) => string): { html: Buffer; hash: string } {
    const used: { key: string; part: CachedFragment | null }[] = [];
    const fragments: Fragments = {
      part: (key) => {
        const part = this.#parts.get(key) ?? null;
        const place = `${mark}${used.push({ key, part }) - 1};`;
        return part ? { cached: place } : { begin: place, end: `${mark};` };
      },
    };
    const [start = "", ...rest] = render(fragments).split(mark);
    const parts: CachedFragment[] = [];
    // The text between the fragments is processed as one string, and split again at the same places.
    let between = start;
    for (const text of rest) {
      const end = text.indexOf(";");
      const place = used[Number(text.slice(0, end) || Number.NaN)];
      if (place && !place.part) {
        const html = text.slice(end + 1);
        place.part = { ...this.#css.read(html), bytes: Buffer.from(html) };
        this.#parts.set(place.key, place.part);
        between += mark;
      } else between += place ? mark + text.slice(end + 1) : text.slice(end + 1);
      if (place?.part) parts.push(place.part);
    }
    const own = this.#css.read(between);
    const { css, hash } = this.#css.styleOf([own, ...parts]);
    const pieces = between.split(mark).flatMap((gap, at) => [...this.#withStyle(gap, css), parts[at]?.bytes ?? ""]);
    return { html: joined(pieces), hash };
  }

  #withStyle(text: string, css: Buffer): (string | Buffer)[] {
    const at = text.indexOf(this.#styleMark);
    return at < 0 ? [text] : [text.slice(0, at), css, text.slice(at + this.#styleMark.length)];
  }
}
