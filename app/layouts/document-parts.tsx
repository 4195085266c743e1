import { createContext, useContext } from "react";

/** Parts of the document rendered by the server only. */
export type PageParts = {
  nonce?: string;
  /** Whether a crawler requests the page. An error in its browser must not replace the page (S2-063), so no framework script runs. */
  crawler?: boolean;
  /** Whether the page's style is inline, in place of {@link styleMark}, instead of a file. */
  styleInside?: boolean;
  /** The texts of a hydrated page, as files that browsers cache: the namespaces of each, with commas between. */
  textFiles?: string[];
  /** Names of the namespaces that the pages of the same area use, with commas between. */
  nearbyTexts?: string;
  /** The path and query that the server rendered: the browser's may have changed before the script runs. */
  path?: string;
};

/** The placeholder for the style, which depends on the rendered page. */
export const styleMark = "/*page-style*/";

const PagePartsContext = createContext<PageParts>({});
export const PagePartsProvider = PagePartsContext.Provider;

export function usePageParts(): PageParts {
  return useContext(PagePartsContext);
}
