import { cachedFragment } from "./cached-fragment";
import { drawingShapes } from "./drawing-shapes";
import { type DrawingName, drawings } from "./drawings";
import { drawingsFile } from "./drawings-file";
import { SvgSymbols } from "./inline-svg";
import { usePage } from "./page-context";

/** Only pages without the framework's script contain symbols, so the browser's script has no shapes. */
const shapes = import.meta.env.SSR ? drawingShapes : ({} as Record<DrawingName, string>);

export function symbolsOf(names: Iterable<DrawingName>): string {
  const symbols = [...names].map((name) => `<symbol id="a-${name}" viewBox="${drawings[name].viewBox}">${shapes[name]}</symbol>`);
  return symbols.join("");
}

/** The symbols of a page's drawings; the one of the kit refers to the logo's. Hydrated pages use the file of all drawings instead. */
export function DrawingSymbols({ names }: { names: Iterable<DrawingName> }) {
  const { hydrated } = usePage();
  return hydrated ? null : <Symbols names={[...new Set(names)]} />;
}

const Symbols = cachedFragment("drawings", ({ names }: { names: DrawingName[] }) => <SvgSymbols shapes={symbolsOf(names)} />);

type Props = {
  name: DrawingName;
  className?: string;
  /** Whether it is loaded from the file of all drawings, as on each hydrated page. Otherwise the page must contain its symbol. */
  later?: boolean;
};

/** The reference of a `<use>`: the page's own symbol, or the external file. */
export function useSymbol(name: DrawingName, later = false): string {
  const { build, hydrated } = usePage();
  return `${later || hydrated ? drawingsFile(build) : ""}#a-${name}`;
}

/** One of the drawings, hidden from screen readers. */
export function Drawing({ name, className, later }: Props) {
  const symbol = useSymbol(name, later);
  return (
    <svg aria-hidden="true" viewBox={drawings[name].viewBox} className={`overflow-visible ${className ?? ""}`.trim()}>
      <use href={symbol} />
    </svg>
  );
}
