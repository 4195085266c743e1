import { type ComponentType, createContext, type ReactNode, useContext } from "react";
import { usePage } from "./page-context";

/** What a page is made of beside its markup: values that JSON can say. */
type Data = string | number | boolean | null | undefined | readonly Data[] | { readonly [name: string]: Data };

/** Knows what parts of pages look like: by a mark where the part is known, between two marks where it is learnt. */
export type Fragments = { part(key: string): { cached: string } | { begin: string; end: string } };

const FragmentsContext = createContext<Fragments | null>(null);
export const FragmentsProvider = FragmentsContext.Provider;

/**
 * A part of public pages that is made once and then kept as text: it looks the same wherever its properties, the language and the
 * installation are the same, and asks nothing else of the page it stands in. In a part, other parts are made with it.
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

/** The value in JSON, written once for what is frozen: the backend's kept answers are, in all their depth. */
function textOf(value: Data): string {
  if (typeof value !== "object" || value === null || !Object.isFrozen(value)) return JSON.stringify(value);
  const text = texts.get(value) ?? JSON.stringify(value);
  texts.set(value, text);
  return text;
}
