import { createContext, useContext } from "react";
import type { Locale } from "#contract/locale";

export type PageFacts = {
  locale: Locale;
  /** Whether the framework's script runs on this page. */
  hydrated: boolean;
};

const PageContext = createContext<PageFacts>({ locale: "fr", hydrated: false });
export const PageProvider = PageContext.Provider;

/** The language of the page, and whether it has framework script. */
export function usePage(): PageFacts {
  return useContext(PageContext);
}
