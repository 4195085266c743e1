import { useTranslation } from "react-i18next";
import { typeset } from "#contract/formats/french-spaces";
import type { Localized } from "#contract/formats/localized";
import { readIn } from "#contract/formats/localized-text";
import { usePage } from "./page-context";

/** A text of two languages in the reader's own. A French fallback has a `lang` attribute, and a visible badge when `mark` is set. */
export function LocalizedText({ of, mark }: { of: Localized; mark?: boolean }) {
  const { t } = useTranslation();
  const page = usePage();
  const { text, locale } = readIn(page.locale, of);
  const shown = typeset(text, locale);
  if (locale === page.locale) return <>{shown}</>;
  return (
    <>
      <span lang={locale}>{shown}</span>
      {mark && <span className="tag ml-2 align-middle">{t("inFrench")}</span>}
    </>
  );
}
