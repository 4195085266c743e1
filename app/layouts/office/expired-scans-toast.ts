import { useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { longestOffline } from "#contract/charity/longest-offline";
import { scansExpired, unsentScans, waitingScans } from "~/enhance/waiting-scans";
import type { Toast } from "~/toasts/toast";

/** Long enough to be read after the tab was left: what it says is nowhere else. */
const shownFor = 3_600_000;

/** Deletes scans at a door that have waited too long in this browser, and says so to the person. */
export function useExpiredScansToast(): Toast | null {
  const { t } = useTranslation("dashboard");
  const { key } = useLocation();
  const [count, setCount] = useState(0);
  useEffect(() => {
    const add = (event: Event) => setCount((before) => before + (event as CustomEvent<number>).detail);
    document.addEventListener(scansExpired, add);
    return () => document.removeEventListener(scansExpired, add);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is what changes with each page
  useEffect(() => {
    // A browser that stores nothing has none.
    if (localStorage.getItem(unsentScans)) void waitingScans.expire(Date.now()).catch(() => {});
  }, [key]);
  if (count === 0) return null;
  return {
    id: `expired-scans-${count}`,
    title: t("user.expiredScans", { count }),
    description: t("user.expiredScansText", { hours: longestOffline }),
    ...{ icon: "warning", color: "warning", timeout: shownFor },
  };
}
