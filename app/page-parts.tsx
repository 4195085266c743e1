import { createContext, useContext } from "react";

/** Parts of the document that the server makes: the browser gets the texts back from the page, and needs no more. */
export type PageParts = {
  nonce?: string;
  /** Whether the page's style stands in it, in place of {@link styleMark}, instead of in a file. */
  styleInside?: boolean;
  /** Texts of a hydrated page, as JSON that is safe inside a script element. */
  texts: string;
};

/** Where the style goes, once the page is rendered and it is known what it uses. */
export const styleMark = "/*page-style*/";

const PagePartsContext = createContext<PageParts>({ texts: "{}" });
export const PagePartsProvider = PagePartsContext.Provider;

export function usePageParts(): PageParts {
  return useContext(PagePartsContext);
}
