import { cachedFragment } from "./cached-fragment";
import { type DrawingName, drawings } from "./drawings";
import { drawingsFile } from "./drawings-file";
import { SvgSymbols } from "./inline-svg";
import { usePage } from "./page-context";

export function symbolsOf(names: Iterable<DrawingName>): string {
  const symbols = [...names].map((name) => `<symbol id="a-${name}" viewBox="${drawings[name].viewBox}">${drawings[name].shapes}</symbol>`);
  return symbols.join("");
}

/** The symbols of a page's drawings; the one of the kit refers to the logo's. */
export function DrawingSymbols({ names }: { names: Iterable<DrawingName> }) {
  return <Symbols names={[...new Set(names)]} />;
}

const Symbols = cachedFragment("drawings", ({ names }: { names: DrawingName[] }) => <SvgSymbols shapes={symbolsOf(names)} />);

type Props = {
  name: DrawingName;
  className?: string;
  /** Whether it is loaded from the file of all drawings. Otherwise the page must contain its symbol. */
  later?: boolean;
};

/** The reference of a `<use>`: the page's own symbol, or the external file. */
export function useSymbol(name: DrawingName, later = false): string {
  const { build } = usePage();
  return `${later ? drawingsFile(build) : ""}#a-${name}`;
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
