import { WifiOff } from "lucide";
import { useTranslation } from "react-i18next";
import { longestOffline } from "#contract/charity/longest-offline";
import { Icon } from "~/ui/icon";
import type { ScanSender } from "./use-scan-sender";

/** How many scans wait: for a connection, or because the server takes them no more from this person. */
export function WaitingStrip({ sender: { waiting, held, retry } }: { sender: ScanSender }) {
  const { t } = useTranslation("door");
  if (waiting === 0) return null;
  return (
    <div className="door-waiting" role="status">
      <Icon of={WifiOff} />
      <p>
        {waiting > held ? (
          <>
            <strong>{t("offline.title")}</strong> {t("offline.waiting", { count: waiting })}
          </>
        ) : (
          t("offline.held", { count: held, hours: longestOffline })
        )}
      </p>
      <button type="button" onClick={() => void retry()}>
        {t("offline.retry")}
      </button>
    </div>
  );
}
