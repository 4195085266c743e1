import { useTranslation } from "react-i18next";
import { writtenDay } from "#contract/formats/france-time";
import type { Locale } from "#contract/formats/locale";
import type { Translate } from "~/i18n/translate";

/**
 * The text of a schema's message: a key of our texts with its values (`common:validation.tooLong?max=160`), or a sentence as it is. The value `day` is a
 * day of the calendar (YYYY-MM-DD), written out.
 */
export function messageIn(t: Translate, locale: Locale, message: string): string {
  const [key = "", values] = message.split("?", 2);
  if (!/^[a-z][a-z-]*:[\w.]+$/.test(key)) return message;
  return t(
    key as never,
    Object.fromEntries(
      [...new URLSearchParams(values)].map(([name, value]) => [name, isDay(name, value) ? writtenDay(locale, value) : numberIn(value)]),
    ),
  ) as unknown as string;
}

const isDay = (name: string, value: string) => name === "day" && /^\d{4}-\d\d-\d\d$/.test(value);

/** A number is formatted as one; `007` is a text. */
const numberIn = (value: string) => (String(Number(value)) === value ? Number(value) : value);

/** Translates schemas' messages. */
export function useMessage(): (message: string) => string {
  const { t, i18n } = useTranslation();
  return (message) => messageIn(t as unknown as Translate, i18n.language as Locale, message);
}
