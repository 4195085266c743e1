import { createContext, useContext } from "react";
import type { Locale } from "#contract/formats/locale";

export type PageFacts = {
  locale: Locale;
  /** Whether the framework's script runs on this page. */
  hydrated: boolean;
  /** The build that made the page: part of the addresses of what belongs to it. */
  build: string;
};

const PageContext = createContext<PageFacts>({ locale: "fr", hydrated: false, build: "" });
export const PageProvider = PageContext.Provider;

/** The page's context for its components. */
export function usePage(): PageFacts {
  return useContext(PageContext);
}
