import { type ComponentType, createContext, type ReactNode, useContext } from "react";
import { usePage } from "./page-context";

/** Properties of a fragment: JSON values. */
type Data = string | number | boolean | null | undefined | readonly Data[] | { readonly [name: string]: Data };

/** Renders cached fragments: as a marker for a cached one, between two markers for a new one. */
export type Fragments = { part(key: string): { cached: string } | { begin: string; end: string } };

const FragmentsContext = createContext<Fragments | null>(null);
export const FragmentsProvider = FragmentsContext.Provider;

/**
 * A part of public pages that is rendered once and then cached as text: it is the same wherever its properties, the language and the
 * installation are the same, and depends on nothing else of its page. Nested fragments are rendered with it.
 */
export function cachedFragment<Properties extends { readonly [name: string]: Data }>(name: string, Part: ComponentType<Properties>) {
  return function CachedFragment(properties: Properties): ReactNode {
    const fragments = useContext(FragmentsContext);
    const { locale } = usePage();
    const made = <Part {...properties} />;
    if (!fragments) return made;
    const values = Object.entries(properties).map(([property, value]) => `${property} ${textOf(value)}`);
    const part = fragments.part(`${name} ${locale} ${values.join(" ")}`);
    if ("cached" in part) return part.cached;
    return (
      <FragmentsContext.Provider value={null}>
        {part.begin}
        {made}
        {part.end}
      </FragmentsContext.Provider>
    );
  };
}

const texts = new WeakMap<object, string>();

/** The value as JSON, cached for frozen objects, as cached API responses are. */
function textOf(value: Data): string {
  if (typeof value !== "object" || value === null || !Object.isFrozen(value)) return JSON.stringify(value);
  const text = texts.get(value) ?? JSON.stringify(value);
  texts.set(value, text);
  return text;
}
