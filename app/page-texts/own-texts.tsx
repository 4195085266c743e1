import { createContext, type ReactNode, useContext } from "react";
import { useTranslation } from "react-i18next";
import type { EditablePage, OwnTexts } from "#contract/page-texts";

const OwnTextsContext = createContext<OwnTexts>({});

/** Gives the page below the charity's own words, which {@link usePageText} prefers to those of the software. */
export function PageWords({ texts, children }: { texts: OwnTexts; children: ReactNode }) {
  return <OwnTextsContext.Provider value={texts}>{children}</OwnTextsContext.Provider>;
}

type Values = Record<string, string | number>;

/** Words of an editable page by key. Plain texts only: no plurals, no markup. */
export function usePageText(page: EditablePage): (key: string, values?: Values) => string {
  const { t } = useTranslation(page);
  const own = useContext(OwnTextsContext);
  return (key, values = {}) => {
    const text = own[key];
    if (text === undefined) return t(key as never, values as never) as unknown as string;
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ""));
  };
}
