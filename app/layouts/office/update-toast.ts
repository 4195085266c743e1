import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { Toast } from "~/toasts/toast";
import { useUpdateAvailable } from "./page-events";

const reload = "maillon:reload";
/** Long enough to be read after returning to the tab; it never reloads automatically, which could lose a form. */
const shownFor = 60_000;

/** The message that offers to reload when the server runs a newer build. */
export function useUpdateToast(): Toast | null {
  const { t } = useTranslation();
  const available = useUpdateAvailable();
  useEffect(() => {
    const act = () => location.reload();
    document.addEventListener(reload, act);
    return () => document.removeEventListener(reload, act);
  }, []);
  if (!available) return null;
  return {
    id: "update",
    title: t("toasts.newVersion"),
    timeout: shownFor,
    actions: [{ label: t("toasts.newVersionAction"), event: reload }],
  };
}
