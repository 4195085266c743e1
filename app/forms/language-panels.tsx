import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { type Locale, localeDetails, locales } from "#contract/formats/locale";

type Props = {
  id: string;
  label: string;
  /** The state of each language, beside its name. */
  notes: Partial<Record<Locale, ReactNode>>;
  /** The language shown at first: the one with an error, if any. */
  initial: Locale;
  children: (locale: Locale) => ReactNode;
};

/**
 * The same fields in two languages, one visible at a time. Two radios choose, so it needs no script; a link to a
 * field of the hidden language shows it.
 */
export function LanguagePanels({ id, label, notes, initial, children }: Props) {
  const { t } = useTranslation();
  return (
    <div className="language-panels">
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">{label}</legend>
        {locales.map((locale) => (
          <label key={locale} className="language-tab" lang={locale}>
            <input
              type="radio"
              name={`${id}-language`}
              value={locale}
              defaultChecked={locale === initial}
              className="sr-only"
              data-language={locale}
            />
            {localeDetails[locale].name}
            {notes[locale] && <small lang={t("language")}>{notes[locale]}</small>}
          </label>
        ))}
      </fieldset>
      {locales.map((locale) => (
        <div key={locale} className="language-panel" data-language={locale}>
          {children(locale)}
        </div>
      ))}
    </div>
  );
}

/** Shows the language of a field, when the field is in one. */
export function showLanguageOf(field: HTMLElement) {
  const language = field.closest<HTMLElement>(".language-panel")?.dataset.language;
  field.closest(".language-panels")?.querySelector<HTMLInputElement>(`fieldset input[data-language="${language}"]`)?.click();
}
