import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import type { StaffClaimRow } from "#contract/charity/expense-claims";
import { ErrorSummary } from "~/forms/error-summary";
import { TextArea } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { Panel } from "~/ui/panel";

const schema = () => import("#contract/charity/expense-claims").then(({ DeclineForm }) => DeclineForm);

type Props = { claim: StaffClaimRow; answer: FormAnswer | undefined };

/** Accepts a claim, declines it, or takes its acceptance back. */
export function ClaimDecision({ claim: { status, version }, answer }: Props) {
  const { t } = useTranslation("expenses");
  const [form, fields] = usePageForm(schema, { id: "decline", answer });
  const isSent = status === "sent";
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      {isSent && (
        <Panel title={t("record.accept")}>
          <Form className="grid gap-3">
            <p>{t("record.acceptText")}</p>
            <input type="hidden" name="version" value={String(version)} />
            <p className="actions">
              <Submit name="decision" value="accept">
                {t("record.accept")}
              </Submit>
            </p>
          </Form>
        </Panel>
      )}
      <Panel title={t(isSent ? "record.decline" : "record.revoke")}>
        <Form className="grid gap-3" {...getFormProps(form)}>
          <ErrorSummary form={form} />
          {!isSent && <p>{t("record.revokeText")}</p>}
          <input type="hidden" name="decision" value="decline" />
          <input type="hidden" name="version" value={String(version)} />
          <TextArea field={fields.reason} label={t("record.why")} hint={t("record.whyHint")} rows={3} />
          <p className="actions">
            <Submit variant="danger">{t(isSent ? "record.decline" : "record.revoke")}</Submit>
          </p>
        </Form>
      </Panel>
    </div>
  );
}
