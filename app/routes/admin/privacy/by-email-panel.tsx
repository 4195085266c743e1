import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import type { PrivacyRecord } from "#contract/law/privacy";
import { ErrorSummary } from "~/forms/error-summary";
import { TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { RetainedAfterErasure } from "~/subjects/privacy/retained-after-erasure";
import { Link } from "~/ui/link";
import { Panel } from "~/ui/panel";

const schema = () => import("#contract/law/privacy").then(({ ByEmailAnswer }) => ByEmailAnswer);

type Props = { request: PrivacyRecord; mayCopy: boolean; answer: FormAnswer | undefined };

/** The data about an e-mail address without account, and the requested copy or erasure. */
export function ByEmailPanel({ request: { kind, status, byEmail }, mayCopy, answer }: Props) {
  const { t } = useTranslation("privacy");
  if (!byEmail) return null;
  const { accountId, held } = byEmail;
  const copies = kind === "access" && status === "open" && mayCopy;
  return (
    <Panel title={t("byEmail.title")}>
      <div className="grid max-w-2xl gap-5">
        {accountId && (
          <p>
            {t("byEmail.account")} <Link to={`/dashboard/admin/users/${accountId}/privacy`}>{t("byEmail.openAccount")}</Link>
          </p>
        )}
        {held.length === 0 && <p className="muted">{t("byEmail.nothing")}</p>}
        <ul className="rows">
          {held.map(({ table, fate, count }) => (
            <li key={`${table} ${fate}`}>
              <span className="min-w-40 grow font-semibold">
                {t(`byEmail.table.${table}` as "byEmail.table.messages", { defaultValue: table })}
              </span>
              <span>{t("byEmail.rows", { count })}</span>
              {kind === "erase" && <span className="muted basis-full text-sm">{t(`byEmail.fate.${fate}`)}</span>}
            </li>
          ))}
        </ul>
        {!accountId && (copies || kind === "erase") && <ByEmailForm kind={kind} answer={answer} />}
      </div>
    </Panel>
  );
}

function ByEmailForm({ kind, answer }: { kind: string; answer: FormAnswer | undefined }) {
  const { t } = useTranslation("privacy");
  const [form, fields] = usePageForm(schema, { id: "byEmail", answer });
  return (
    <Form className="grid gap-4 border-line border-t pt-5" {...getFormProps(form)}>
      <ErrorSummary form={form} labels={{ identity: t("byEmail.identity") }} />
      <TextField field={fields.identity} label={t("byEmail.identity")} hint={t("byEmail.identityHint")} />
      {kind === "erase" && (
        <>
          <p>{t("byEmail.eraseText")}</p>
          <RetainedAfterErasure />
          <label className="choice">
            <input type="checkbox" className="tick" required />
            <span>{t("answer.eraseSure")}</span>
          </label>
        </>
      )}
      <p className="actions">
        {kind === "erase" ? (
          <Submit name="outcome" value="erasedByEmail" variant="danger-full">
            {t("byEmail.erase")}
          </Submit>
        ) : (
          <Submit name="outcome" value="copiedByEmail">
            {t("onBehalf.access")}
          </Submit>
        )}
      </p>
    </Form>
  );
}
