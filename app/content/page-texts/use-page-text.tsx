import { createContext, type ReactNode, useContext } from "react";
import { useTranslation } from "react-i18next";
import type { EditablePage, TextsByKey } from "#contract/publishing/page-texts";
import { usePageHandle } from "~/layouts/handle";

const PageTextsContext = createContext<{ texts: TextsByKey; tried: boolean }>({ texts: {}, tried: false });

type Props = {
  texts: TextsByKey;
  /** Texts of a preview, in place of the saved ones, and the errors that saving them would cause. */
  tried: { texts: TextsByKey; refused: { key: string; line: string }[]; title: string } | undefined;
  children: ReactNode;
};

/** Provides the page texts, which {@link usePageText} prefers to the default ones. */
export function PageTexts({ texts, tried, children }: Props) {
  const { header } = usePageHandle();
  const refused = tried?.refused ?? [];
  // A transparent header covers the first element.
  const below = typeof header === "object" ? "pt-24 pb-5" : "py-5";
  return (
    <PageTextsContext.Provider value={{ texts: tried?.texts ?? texts, tried: !!tried }}>
      {refused.length > 0 && (
        <div className={`wrap ${below}`}>
          <div className="error-summary text-ink" role="alert">
            <h2>{tried?.title}</h2>
            <ul>
              {refused.map(({ key, line }) => (
                <li key={key}>{line}</li>
              ))}
            </ul>
          </div>
        </div>
      )}
      {children}
    </PageTextsContext.Provider>
  );
}

type Values = Record<string, string | number>;

/** Texts of an editable page by key. Plain texts only: no plurals, no markup. */
export function usePageText(page: EditablePage): (key: string, values?: Values) => string {
  const { t } = useTranslation(page);
  const { texts, tried } = useContext(PageTextsContext);
  return (key, values = {}) => {
    const text = texts[key];
    if (text === undefined) return String(t(key as never, values as never));
    return text.replace(/\{\{(\w+)\}\}/g, (written, name: string) => String(values[name] ?? (tried ? written : "")));
  };
}
