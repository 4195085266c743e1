import { useTranslation } from "react-i18next";
import type { Translate } from "~/i18n/translate";

/** The text of a schema's message: a key of our texts with its values (`common:validation.tooLong?max=160`), or a sentence as it is. */
export function messageIn(t: Translate, message: string): string {
  const [key = "", values] = message.split("?", 2);
  if (!/^[a-z][a-z-]*:[\w.]+$/.test(key)) return message;
  return t(
    key as never,
    Object.fromEntries([...new URLSearchParams(values)].map(([name, value]) => [name, numberIn(value)])),
  ) as unknown as string;
}

/** A number is formatted as one; `007` is a text. */
const numberIn = (value: string) => (String(Number(value)) === value ? Number(value) : value);

/** Translates schemas' messages. */
export function useMessage(): (message: string) => string {
  const { t } = useTranslation();
  return (message) => messageIn(t as unknown as Translate, message);
}
