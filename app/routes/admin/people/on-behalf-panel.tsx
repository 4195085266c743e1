import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { ErrorSummary } from "~/forms/error-summary";
import { Checkbox, TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { RetainedAfterErasure } from "~/subjects/privacy/retained-after-erasure";
import { Panel } from "~/ui/panel";

const schema = () => import("#contract/law/privacy").then(({ OnBehalf }) => OnBehalf);

/** Requests received by letter: a copy of the person's data, or their erasure, which needs a confirmation. */
export function OnBehalfPanel({ answer, mayCopy }: { answer: FormAnswer | undefined; mayCopy: boolean }) {
  const { t } = useTranslation("privacy");
  const [form, fields] = usePageForm(schema, { id: "onBehalf", answer });
  return (
    <Panel title={t("onBehalf.title")}>
      <p className="mb-4 max-w-2xl">{t("onBehalf.lead")}</p>
      <Form className="grid max-w-2xl gap-4" {...getFormProps(form)}>
        <ErrorSummary form={form} />
        <TextField field={fields.reason} label={t("onBehalf.reason")} hint={t("onBehalf.reasonHint")} />
        {mayCopy && (
          <p className="actions">
            <Submit name="kind" value="access" variant="line">
              {t("onBehalf.access")}
            </Submit>
          </p>
        )}
        <div className="grid gap-3 border-line border-t pt-5">
          <p>{t("onBehalf.eraseText")}</p>
          <RetainedAfterErasure />
          <Checkbox field={fields.sure} label={t("onBehalf.sure")} />
          <p className="actions">
            <Submit name="kind" value="erase" variant="danger-full">
              {t("onBehalf.erase")}
            </Submit>
          </p>
        </div>
      </Form>
    </Panel>
  );
}
