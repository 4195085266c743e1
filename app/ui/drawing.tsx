import { cachedFragment } from "./cached-fragment";
import { type DrawingName, drawings } from "./drawings";
import { drawingsFile } from "./drawings-file";
import { SvgSymbols } from "./own-svg";
import { usePage } from "./page-context";

export function symbolsOf(names: Iterable<DrawingName>): string {
  const symbols = [...names].map((name) => `<symbol id="a-${name}" viewBox="${drawings[name].viewBox}">${drawings[name].shapes}</symbol>`);
  return symbols.join("");
}

/** The symbols of the drawings a page shows; their lines refer to the logo's for the kit. */
export function DrawingSymbols({ names }: { names: Iterable<DrawingName> }) {
  return <Symbols names={[...new Set(names)]} />;
}

const Symbols = cachedFragment("drawings", ({ names }: { names: DrawingName[] }) => <SvgSymbols shapes={symbolsOf(names)} />);

type Props = {
  name: DrawingName;
  className?: string;
  /** Whether it comes from the file of all drawings, after the page. Else the page must hold its symbol. */
  later?: boolean;
};

/** What a `<use>` of a drawing refers to: the page's own symbol, or the file that comes after it. */
export function useSymbol(name: DrawingName, later = false): string {
  const { build } = usePage();
  return `${later ? drawingsFile(build) : ""}#a-${name}`;
}

/** One of the objects; the drawing itself says nothing to readers. */
export function Drawing({ name, className, later }: Props) {
  const symbol = useSymbol(name, later);
  return (
    <svg aria-hidden="true" viewBox={drawings[name].viewBox} className={`overflow-visible ${className ?? ""}`.trim()}>
      <use href={symbol} />
    </svg>
  );
}
