import { useTranslation } from "react-i18next";
import type { DataRequest } from "#contract/law/privacy";
import { CopyDownload } from "~/subjects/privacy/copy-download";
import { CopyProgress } from "~/subjects/privacy/copy-progress";
import { useCopyUnderWay } from "~/subjects/privacy/copy-refresh";
import { RequestBadge } from "~/subjects/privacy/request-badge";
import { Link } from "~/ui/link";
import { LocalDate } from "~/ui/local-date";
import { Panel } from "~/ui/panel";

/** A person's requests about their data, with the copies created for requests by letter. */
export function RequestsOfPerson({ requests, mayCopy }: { requests: DataRequest[]; mayCopy: boolean }) {
  const { t } = useTranslation("privacy");
  const { t: account } = useTranslation("account");
  useCopyUnderWay(requests);
  return (
    <Panel title={t("onBehalf.requests")}>
      {requests.length === 0 && <p className="muted">{t("onBehalf.none")}</p>}
      <ul className="rows">
        {requests.map((request) => (
          <li key={request.id}>
            <div className="min-w-48 grow">
              <Link to={`/dashboard/admin/privacy/${request.id}`} className="font-semibold">
                {account(`requests.kinds.${request.kind}`)}
              </Link>
              <span className="muted block text-sm">
                {request.number}, {account("requests.received")} <LocalDate value={request.receivedAt} style="full" />
                {request.onBehalf && `, ${t("onBehalf.byLetter")}`}
              </span>
            </div>
            <RequestBadge status={request.status} />
            {mayCopy && request.onBehalf && request.archiveExpiresAt && <CopyDownload id={request.id} until={request.archiveExpiresAt} />}
            {request.kind === "access" && request.status === "running" && (
              <div className="mt-2 basis-full">
                <CopyProgress request={request} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
