import { useTranslation } from "react-i18next";

/** Shows a schema's message: a key of our texts with its values (`common:validation.tooLong?max=160`), or a sentence as it is. */
export function useMessage(): (message: string) => string {
  const { t } = useTranslation();
  return (message) => {
    const [key = "", values] = message.split("?", 2);
    if (!/^[a-z][a-z-]*:[\w.]+$/.test(key)) return message;
    return t(key as never, Object.fromEntries(new URLSearchParams(values))) as string;
  };
}
