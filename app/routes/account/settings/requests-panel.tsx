import { useTranslation } from "react-i18next";
import { type DataRequest, requestKinds } from "#contract/law/privacy";
import { Form, Submit } from "~/forms/form";
import { pathIn } from "~/i18n/locale-of-path";
import { CopyProgress } from "~/subjects/privacy/copy-progress";
import { useCopyUnderWay } from "~/subjects/privacy/copy-refresh";
import { RequestBadge } from "~/subjects/privacy/request-badge";
import { RetainedAfterErasure } from "~/subjects/privacy/retained-after-erasure";
import { LocalDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";

/** Requests about one's data: a copy, a correction, an erasure, each with its state. */
export function RequestsPanel({ requests }: { requests: DataRequest[] }) {
  const { t } = useTranslation("account");
  useCopyUnderWay(requests);
  return (
    <>
      <Panel title={t("copy.title")}>
        <p className="mb-4">{t("copy.lead")}</p>
        <Form>
          <Submit name="kind" value="access" variant="line">
            {t("copy.ask")}
          </Submit>
        </Form>
      </Panel>
      <Panel title={t("requests.title")}>
        {requests.length === 0 && <p className="muted">{t("requests.none")}</p>}
        <ul className="rows">
          {requests.map((request) => (
            <Request key={request.id} request={request} />
          ))}
        </ul>
        <Form className="mt-6 grid gap-4 border-line border-t pt-5">
          <div className="field">
            <label htmlFor="kind">{t("requests.kind")}</label>
            <select id="kind" name="kind" className="control">
              {requestKinds
                .filter((kind) => kind !== "access")
                .map((kind) => (
                  <option key={kind} value={kind}>
                    {t(`requests.kinds.${kind}`)}
                  </option>
                ))}
            </select>
          </div>
          <div className="field">
            <label htmlFor="message">{t("requests.message")}</label>
            <p className="hint" id="message-hint">
              {t("requests.eraseHint")}
            </p>
            <textarea id="message" name="message" className="control" rows={3} maxLength={2_000} aria-describedby="message-hint" />
          </div>
          <RetainedAfterErasure />
          <p className="actions">
            <Submit variant="line">{t("requests.submit")}</Submit>
          </p>
        </Form>
      </Panel>
    </>
  );
}

function Request({ request }: { request: DataRequest }) {
  const { t } = useTranslation("account");
  const { locale } = usePage();
  const { id, number, kind, status, receivedAt, dueAt, reason, archiveExpiresAt } = request;
  const waiting = status === "open" || status === "running";
  return (
    <li>
      <div className="min-w-48 grow">
        <strong className="block">{t(`requests.kinds.${kind}`)}</strong>
        <span className="muted text-sm">
          {number}, {t("requests.received")} <LocalDate value={receivedAt} style="full" />
          {waiting && kind !== "access" && (
            <>
              , {t("requests.due")} <LocalDate value={dueAt} style="full" />
            </>
          )}
        </span>
        {reason && <p>{t("requests.reason", { reason })}</p>}
      </div>
      <RequestBadge status={status} />
      {archiveExpiresAt && (
        <p className="flex basis-full flex-wrap items-center gap-x-4 gap-y-2">
          <a className="btn" href={pathIn(locale, `/account/settings/copy/${id}`)} download>
            {t("copy.download")}
          </a>
          <span className="muted text-sm">
            {t("copy.until")} <LocalDate value={archiveExpiresAt} style="full" />
          </span>
        </p>
      )}
      {status === "running" && (
        <div className="mt-2 basis-full">
          <CopyProgress request={request} />
          <p className="muted mt-2 text-sm">{t("copy.reload")}</p>
        </div>
      )}
      {waiting && (
        <Form>
          <Submit name="withdraw" value={id} variant="line">
            {t("requests.withdraw")}
          </Submit>
        </Form>
      )}
    </li>
  );
}
