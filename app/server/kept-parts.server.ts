import { randomBytes } from "node:crypto";
import type { PartKeeper } from "~/ui/kept-part";
import type { PageCss, StyledText } from "./page-css.server";

/** Stands in no page: nobody can write it into a text. */
const mark = randomBytes(12).toString("base64url");
const most = { parts: 2_000, characters: 8 * 1024 * 1024 };

/** The parts of public pages that were made before, of one installation; those unused for longest leave. */
export class KeptParts {
  readonly #css: PageCss;
  readonly #parts = new Map<string, StyledText>();
  #characters = 0;

  constructor(css: PageCss) {
    this.#css = css;
  }

  /** The page that `render` makes, its parts put in their places, with its style. */
  page(render: (keeper: PartKeeper) => string): { html: string; hash: string } {
    const used: { key: string; part: StyledText | null }[] = [];
    const keeper: PartKeeper = {
      part: (key) => {
        const part = this.#find(key);
        const place = `${mark}${used.push({ key, part }) - 1};`;
        return part ? { kept: place } : { begin: place, end: `${mark};` };
      },
    };
    const [start = "", ...rest] = render(keeper).split(mark);
    const pieces: StyledText[] = [];
    // What stands between the parts is prepared as one text, and cut again at the same places.
    let between = start;
    for (const text of rest) {
      const end = text.indexOf(";");
      const place = used[Number(text.slice(0, end) || Number.NaN)];
      if (place && !place.part) {
        place.part = this.#css.prepare(text.slice(end + 1));
        this.#keep(place.key, place.part);
        between += mark;
      } else between += place ? mark + text.slice(end + 1) : text.slice(end + 1);
      if (place?.part) pieces.push(place.part);
    }
    const own = this.#css.prepare(between);
    const gaps = own.text.split(mark);
    const html = gaps.map((gap, at) => gap + (pieces[at]?.text ?? "")).join("");
    return this.#css.styled(html, [own, ...pieces]);
  }

  #find(key: string): StyledText | null {
    const part = this.#parts.get(key);
    if (!part) return null;
    this.#parts.delete(key);
    this.#parts.set(key, part);
    return part;
  }

  #keep(key: string, part: StyledText) {
    this.#drop(key);
    this.#parts.set(key, part);
    this.#characters += key.length + part.text.length;
    for (const oldest of this.#parts.keys()) {
      if (this.#parts.size <= most.parts && this.#characters <= most.characters) return;
      this.#drop(oldest);
    }
  }

  #drop(key: string) {
    const part = this.#parts.get(key);
    if (!part) return;
    this.#parts.delete(key);
    this.#characters -= key.length + part.text.length;
  }
}
