import { useTranslation } from "react-i18next";

const explained = [400, 403, 409, 410, 413, 429, 503] as const;
/** Statuses of a request that is not a form of this site. */
const unread = [405, 414, 415, 422];

/** Whether the page can be retried: after an outage, or by a form that was too large. */
export function wayBack(status: number): "retry" | "form" | null {
  if (status === 503) return "retry";
  return status === 413 ? "form" : null;
}

/** The texts of an error page: page not found on 404, the outage on 503, the unexpected-error message on any other status, and what to do. */
export function useErrorText(status: number): { title: string; text: string } {
  const { t } = useTranslation();
  if (status === 404) return { title: t("errors.404.title"), text: t("errors.404.text") };
  const title = t(status === 503 ? "errors.503.title" : "errors.other.title");
  const key = explained.find((one) => one === (unread.includes(status) ? 400 : status)) ?? "other";
  return { title, text: t(`errors.${key}.text`) };
}
