import { type ComponentType, createContext, type ReactNode, useContext } from "react";
import { usePage } from "./page-context";

/** What a page is made of beside its markup: values that JSON can say. */
type Data = string | number | boolean | null | undefined | readonly Data[] | { readonly [name: string]: Data };

/** Knows what parts of pages look like: by a mark where the part is known, between two marks where it is learnt. */
export type PartKeeper = { part(key: string): { kept: string } | { begin: string; end: string } };

const KeeperContext = createContext<PartKeeper | null>(null);
export const PartKeeperProvider = KeeperContext.Provider;

/**
 * A part of public pages that is made once and then kept as text: it looks the same wherever its properties, the language and the
 * installation are the same, and asks nothing else of the page it stands in. In a part, other parts are made with it.
 */
export function keptPart<Properties extends { readonly [name: string]: Data }>(name: string, Part: ComponentType<Properties>) {
  return function KeptPart(properties: Properties): ReactNode {
    const keeper = useContext(KeeperContext);
    const { locale } = usePage();
    const made = <Part {...properties} />;
    if (!keeper) return made;
    const said = Object.entries(properties).map(([property, value]) => `${property} ${textOf(value)}`);
    const part = keeper.part(`${name} ${locale} ${said.join(" ")}`);
    if ("kept" in part) return part.kept;
    return (
      <KeeperContext.Provider value={null}>
        {part.begin}
        {made}
        {part.end}
      </KeeperContext.Provider>
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
