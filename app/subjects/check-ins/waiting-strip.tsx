import { WifiOff } from "lucide";
import { useTranslation } from "react-i18next";
import { Icon } from "~/ui/icon";
import type { ScanSender } from "./use-scan-sender";

/** That there is no connection, and how many scans wait for one. */
export function WaitingStrip({ sender: { waiting, retry } }: { sender: ScanSender }) {
  const { t } = useTranslation("door");
  if (waiting === 0) return null;
  return (
    <div className="door-waiting" role="status">
      <Icon of={WifiOff} />
      <p>
        <strong>{t("offline.title")}</strong> {t("offline.waiting", { count: waiting })}
      </p>
      <button type="button" onClick={() => void retry()}>
        {t("offline.retry")}
      </button>
    </div>
  );
}
