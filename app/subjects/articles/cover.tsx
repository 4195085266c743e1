import type { Cover as CoverChoice } from "#contract/publishing/article-covers";
import { imageSet, imageUrl } from "~/images/image-url";
import { coverGround, groundId } from "~/ui/cover-grounds";
import { useSymbol } from "~/ui/drawing";
import { type DrawingName, drawings } from "~/ui/drawings";
import { InlineSvg } from "~/ui/inline-svg";

/** A cover's drawing: its background with the object. `file` is that of all drawings, where both come from it, as always in the browser, or empty. */
function coverShapes(cover: Pick<CoverChoice, "tone" | "pattern" | "object">, symbol: string, file: string): string {
  const tall = drawings[cover.object].viewBox === "0 0 120 120";
  const written = import.meta.env.SSR && !file;
  const ground = written ? coverGround(cover) : `<use href="${file}#${groundId(cover)}" width="320" height="180"/>`;
  return `${ground}<use href="${symbol}" x="80" y="${tall ? 40 : 52}" width="160" height="${tall ? 132 : 120}"/>`;
}

type Props = { cover: CoverChoice; className: string; eager?: boolean; later?: boolean };

/** An article's cover: its picture with the description that staff wrote, or its drawing, hidden from screen readers. */
export function Cover({ cover, className, eager = false, later }: Props) {
  const symbol = useSymbol(cover.object, later);
  const [file = ""] = symbol.split("#");
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
    <InlineSvg
      viewBox="0 0 320 180"
      preserveAspectRatio="xMidYMax slice"
      className={coverClass}
      shapes={coverShapes(cover, symbol, file)}
    />
  );
}

export function objectsOf(cards: { cover: CoverChoice }[]): DrawingName[] {
  return cards.map(({ cover }) => cover.object);
}
