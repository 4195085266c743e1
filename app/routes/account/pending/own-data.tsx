import { useTranslation } from "react-i18next";
import { type DataRequest, requestKinds } from "#contract/law/privacy";
import { Form, Submit } from "~/forms/form";
import { pathIn } from "~/i18n/locale-of-path";
import { RetainedAfterErasure } from "~/subjects/privacy/retained-after-erasure";
import { LocalDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { partField } from "./pending-parts";

/** What somebody whose account is closed to them may ask about their data: a copy, a correction, an erasure. Needs the texts of `account` and `retention`. */
export function OwnData({ requests }: { requests: DataRequest[] }) {
  const { t } = useTranslation("pending");
  const { t: account } = useTranslation("account");
  return (
    <section className="grid gap-4 rounded-2xl border-2 border-line p-7" aria-labelledby="own-data">
      <h2 id="own-data" className="title-card">
        {t("data.title")}
      </h2>
      <p>{t("data.text")}</p>
      {requests.length > 0 && (
        <ul className="grid gap-3">
          {requests.map((request) => (
            <Request key={request.id} request={request} />
          ))}
        </ul>
      )}
      <Form className="grid gap-4">
        <input type="hidden" name={partField} value="data" />
        <div className="field">
          <label htmlFor="data-kind">{account("requests.kind")}</label>
          <select id="data-kind" name="kind" className="control">
            {requestKinds.map((kind) => (
              <option key={kind} value={kind}>
                {account(`requests.kinds.${kind}`)}
              </option>
            ))}
          </select>
        </div>
        <div className="field">
          <label htmlFor="data-message">{account("requests.message")}</label>
          <p className="hint" id="data-hint">
            {account("requests.eraseHint")}
          </p>
          <textarea id="data-message" name="message" className="control" rows={3} maxLength={2_000} aria-describedby="data-hint" />
        </div>
        <RetainedAfterErasure />
        <div>
          <Submit variant="line">{account("requests.submit")}</Submit>
        </div>
      </Form>
    </section>
  );
}

function Request({ request: { id, number, kind, status, receivedAt, reason, archiveExpiresAt } }: { request: DataRequest }) {
  const { t } = useTranslation("account");
  const { locale } = usePage();
  return (
    <li className="grid justify-items-start gap-1 rounded-lg bg-beige px-5 py-3">
      <b>
        {t(`requests.kinds.${kind}`)}, {t(`requests.states.${status}`)}
      </b>
      <span className="muted text-sm">
        {number}, {t("requests.received")} <LocalDate value={receivedAt} style="full" />
      </span>
      {reason && <span>{t("requests.reason", { reason })}</span>}
      {archiveExpiresAt && (
        <a className="btn btn-line" href={pathIn(locale, `/account/settings/copy/${id}`)} download>
          {t("copy.download")}
        </a>
      )}
      {(status === "open" || status === "running") && (
        <Form>
          <input type="hidden" name={partField} value="data" />
          <Submit name="withdraw" value={id} variant="line">
            {t("requests.withdraw")}
          </Submit>
        </Form>
      )}
    </li>
  );
}
