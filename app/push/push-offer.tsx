import { useState } from "react";
import { useTranslation } from "react-i18next";
import { usePush } from "./page-push";

/** Offers alerts on this device, where they are possible and the person has not yet answered. The browser asks only on this click. */
export function PushOffer() {
  const { t } = useTranslation("dashboard");
  const push = usePush();
  const [answered, setAnswered] = useState(false);
  if (push !== "ready" || answered || Notification.permission !== "default") return null;
  const ask = () => void Notification.requestPermission().then((answer) => setAnswered(answer !== "default"));
  return (
    <li>
      <button type="button" className="menu-item w-full text-left" onClick={ask}>
        {t("user.alerts")}
      </button>
    </li>
  );
}
