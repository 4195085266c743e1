import { ListChecks, WifiOff } from "lucide";
import { useTranslation } from "react-i18next";
import { longestOffline } from "#contract/charity/longest-offline";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
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

/** How many of the scans that were sent later were let in, and who was not. */
export function SentStrip({ sender: { sentLater }, refusedPage }: { sender: ScanSender; refusedPage: string }) {
  const { t } = useTranslation("door");
  if (!sentLater) return null;
  const { admitted, refused, changed } = sentLater;
  return (
    <div className="door-waiting" role="status">
      <Icon of={ListChecks} />
      <p>
        {t("offline.admitted", { count: admitted })} {refused > 0 && <strong>{t("offline.refusedLater", { count: refused })}</strong>}{" "}
        {changed > 0 && <strong>{t("offline.changed", { count: changed })}</strong>}
      </p>
      {refused > 0 && <Link to={refusedPage}>{t("offline.seeRefused")}</Link>}
    </div>
  );
}
