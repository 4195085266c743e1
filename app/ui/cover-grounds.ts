import type { Cover as CoverChoice } from "#contract/publishing/article-covers";

type Ground = Pick<CoverChoice, "tone" | "pattern">;

/** The colours of each tone: those of the theme by name, others as they are. */
const tones = {
  pale: { back: "primary-pale", ground: "primary-vivid", rings: ["primary", "white", "sun", "primary"] },
  sun: { back: "sun", ground: "#f0a92a", rings: ["white", "ink", "primary", "white"] },
  deep: { back: "primary-active", ground: "primary", rings: ["sun", "primary-vivid", "white", "sun"] },
  beige: { back: "beige", ground: "#e7d3b6", rings: ["primary", "sun", "primary-vivid", "sun"] },
  leaf: { back: "#cfe8d6", ground: "#4fb37d", rings: ["white", "#1f7a4f", "sun", "white"] },
} as const;

const paint = (colour = "") => (colour.startsWith("#") ? colour : `var(--color-${colour})`);

/** Rings of a pattern: x, y, width, height, radius; the colours of the tone follow in turn. */
const patterns = {
  row: [-40, 54, 148, 242].map((x) => [x, 26, 120, 76, 38]),
  circles: [
    [-20, -30, 90, 90, 45],
    [50, 10, 90, 90, 45],
    [180, 10, 90, 90, 45],
    [250, -30, 90, 90, 45],
  ],
  nested: [
    [20, 14, 280, 170, 85],
    [54, 44, 212, 140, 70],
  ],
  columns: [
    [34, -60, 68, 120, 34],
    [126, -40, 68, 120, 34],
    [218, -60, 68, 120, 34],
    [34, 40, 68, 110, 34],
    [218, 40, 68, 110, 34],
  ],
} as const;

/** The background of a cover as markup: the tone's colours and the rings of the pattern, 320 × 180. */
export function coverGround({ tone, pattern }: Ground): string {
  const { back, ground, rings } = tones[tone];
  const circles = patterns[pattern].map(
    ([x, y, w, h, r], i) => `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}" stroke="${paint(rings[i % rings.length])}"/>`,
  );
  return `<path fill="${paint(back)}" d="M0 0h320v180H0z"/><path fill="${paint(ground)}" d="M0 128h320v52H0z"/><g fill="none" stroke-width="14">${circles.join("")}</g>`;
}

/** The id of a background in the file of all drawings. */
export const groundId = ({ tone, pattern }: Ground) => `g-${tone}-${pattern}`;

/** All backgrounds, as symbols. */
export const groundSymbols = keysOf(tones)
  .flatMap((tone) => keysOf(patterns).map((pattern) => ({ tone, pattern })))
  .map((ground) => `<symbol id="${groundId(ground)}" viewBox="0 0 320 180">${coverGround(ground)}</symbol>`)
  .join("");

function keysOf<Key extends string>(of: Record<Key, unknown>): Key[] {
  return Object.keys(of) as Key[];
}
