import { useNavigation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

/** How long a change of page may take before it is shown, in milliseconds (S9-019). */
export const transitionWait = 100;

/** A bar at the top while a page is loading; quick navigations show nothing. */
export function NavigationProgress() {
  const { t } = useTranslation("dashboard");
  const busy = useNavigation().state !== "idle";
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!busy) return setShown(false);
    const timer = setTimeout(() => setShown(true), transitionWait);
    return () => clearTimeout(timer);
  }, [busy]);
  if (!shown) return null;
  return <div className="navigation-progress" role="progressbar" aria-label={t("nav.loading")} />;
}
