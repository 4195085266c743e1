import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { type Locale, localeDetails, locales } from "#contract/formats/locale";

type SwitchProps = {
  id: string;
  label: string;
  /** The state of each language, beside its name. */
  notes: Partial<Record<Locale, ReactNode>>;
  /** The language shown at first: the one with an error, if any. */
  initial: Locale;
};

/** Chooses the language of the `InLanguages` within the same `language-panels`. Two radios, so it needs no script. */
export function LanguageSwitch({ id, label, notes, initial }: SwitchProps) {
  const { t } = useTranslation();
  return (
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
  );
}

/** The same field or fields in two languages, one visible at a time; a link to a field of the hidden language shows it. */
export function InLanguages({ children }: { children: (locale: Locale) => ReactNode }) {
  return locales.map((locale) => (
    <div key={locale} className="language-panel" data-language={locale}>
      {children(locale)}
    </div>
  ));
}

/** Fields in two languages under their switch. */
export function LanguagePanels({ children, ...props }: SwitchProps & { children: (locale: Locale) => ReactNode }) {
  return (
    <div className="language-panels">
      <LanguageSwitch {...props} />
      <InLanguages>{children}</InLanguages>
    </div>
  );
}

/** Shows the language of a field, when the field is in one. */
export function showLanguageOf(field: HTMLElement) {
  const language = field.closest<HTMLElement>(".language-panel")?.dataset.language;
  field.closest(".language-panels")?.querySelector<HTMLInputElement>(`fieldset input[data-language="${language}"]`)?.click();
}
