import type { Cover as CoverChoice } from "#contract/publishing/article-covers";
import { imageSet, imageUrl } from "~/images/image-url";
import { useSymbol } from "~/ui/drawing";
import { type DrawingName, drawings } from "~/ui/drawings";
import { InlineSvg } from "~/ui/inline-svg";

const tones = {
  pale: { back: "primary-pale", ground: "var(--color-primary-vivid)", rings: ["primary", "white", "sun", "primary"] },
  sun: { back: "sun", ground: "#f0a92a", rings: ["white", "ink", "primary", "white"] },
  deep: { back: "primary-active", ground: "var(--color-primary)", rings: ["sun", "primary-vivid", "white", "sun"] },
  beige: { back: "beige", ground: "var(--color-beige-deep)", rings: ["primary", "sun", "primary-vivid", "sun"] },
  leaf: { back: "", ground: "#4fb37d", rings: ["white", "leaf", "sun", "white"] },
} as const;

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
export function coverGround({ tone, pattern }: Pick<CoverChoice, "tone" | "pattern">): string {
  const { back, ground, rings } = tones[tone];
  const circles = patterns[pattern].map(
    ([x, y, w, h, r], i) =>
      `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}" stroke="var(--color-${rings[i % rings.length]})"/>`,
  );
  return `<path fill="${back ? `var(--color-${back})` : "#cfe8d6"}" d="M0 0h320v180H0z"/><path fill="${ground}" d="M0 128h320v52H0z"/><g fill="none" stroke-width="14">${circles.join("")}</g>`;
}

/** A cover's drawing: its background with the object. `symbol` is the reference of the object. */
function coverShapes(cover: Pick<CoverChoice, "tone" | "pattern" | "object">, symbol: string): string {
  const tall = drawings[cover.object].viewBox === "0 0 120 120";
  return `${coverGround(cover)}<use href="${symbol}" x="80" y="${tall ? 40 : 52}" width="160" height="${tall ? 132 : 120}"/>`;
}

type Props = { cover: CoverChoice; className: string; eager?: boolean; later?: boolean };

/** An article's cover: its picture with the description that staff wrote, or its drawing, hidden from screen readers. */
export function Cover({ cover, className, eager = false, later }: Props) {
  const symbol = useSymbol(cover.object, later);
  if (cover.imageId) {
    const weight = eager ? "light" : "full";
    return (
      <img
        src={imageUrl("local", cover.imageId, 640, 1, weight)}
        srcSet={imageSet("local", cover.imageId, 640, weight)}
        alt={cover.alt}
        width={640}
        height={400}
        loading={eager ? "eager" : "lazy"}
        className={`object-cover ${className}`}
      />
    );
  }
  // The coat has the colour of this background: here it uses the lighter one.
  const coverClass = cover.tone === "deep" ? `on-dark [--coat:var(--color-primary-vivid)] ${className}` : className;
  return (
    <InlineSvg viewBox="0 0 320 180" preserveAspectRatio="xMidYMax slice" className={coverClass} shapes={coverShapes(cover, symbol)} />
  );
}

export function objectsOf(cards: { cover: CoverChoice }[]): DrawingName[] {
  return cards.map(({ cover }) => cover.object);
}
