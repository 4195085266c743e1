import { type DrawingName, drawings } from "./drawings";
import { SvgSymbols } from "./own-svg";

/** The symbols of the drawings a page shows; their lines refer to the logo's for the kit. */
export function DrawingSymbols({ names }: { names: Iterable<DrawingName> }) {
  const symbols = [...new Set(names)].map(
    (name) => `<symbol id="a-${name}" viewBox="${drawings[name].viewBox}">${drawings[name].shapes}</symbol>`,
  );
  return <SvgSymbols shapes={symbols.join("")} />;
}

/** One of the objects. The page must hold its symbol; the drawing itself says nothing to readers. */
export function Drawing({ name, className }: { name: DrawingName; className?: string }) {
  return (
    <svg aria-hidden="true" viewBox={drawings[name].viewBox} className={`overflow-visible ${className ?? ""}`.trim()}>
      <use href={`#a-${name}`} />
    </svg>
  );
}
