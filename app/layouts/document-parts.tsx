import { createContext, useContext } from "react";

/** Parts of the document that the server makes: the browser gets the texts back from the page, and needs no more. */
export type PageParts = {
  nonce?: string;
  /** Whether a crawler asks. What its browser trips over must not replace the page (S2-063), so no framework script runs. */
  crawler?: boolean;
  /** Whether the page's style stands in it, in place of {@link styleMark}, instead of in a file. */
  styleInside?: boolean;
  /** Texts of a hydrated page, as JSON that is safe inside a script element. */
  texts: string;
  /** Names of the namespaces that the pages of the same area use, with commas between. */
  nearbyTexts?: string;
  /** For which address the server made the page: the browser's own may have moved on before the script runs. */
  address?: string;
};

/** Where the style goes, once the page is rendered and it is known what it uses. */
export const styleMark = "/*page-style*/";

const PagePartsContext = createContext<PageParts>({ texts: "{}" });
export const PagePartsProvider = PagePartsContext.Provider;

export function usePageParts(): PageParts {
  return useContext(PagePartsContext);
}
