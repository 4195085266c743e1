import { useTranslation } from "react-i18next";

const explained = [400, 403, 409, 410, 413, 429, 503] as const;
/** What comes of a request that is no form of ours. */
const unread = [405, 414, 415, 422];

/** What the page itself can be asked again for: a service that did not answer, or a form that was too large and is filled in once more. */
export function wayBack(status: number): "retry" | "form" | null {
  if (status === 503) return "retry";
  return status === 413 ? "form" : null;
}

/** What an error page says: page not found on 404, the unexpected-error message on any other status, and what to do. */
export function useErrorText(status: number): { title: string; text: string } {
  const { t } = useTranslation();
  if (status === 404) return { title: t("errors.404.title"), text: t("errors.404.text") };
  const key = explained.find((one) => one === (unread.includes(status) ? 400 : status)) ?? "other";
  return { title: t("errors.other.title"), text: t(`errors.${key}.text`) };
}
