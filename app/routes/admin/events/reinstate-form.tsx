import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { ErrorSummary } from "~/forms/error-summary";
import { TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { Panel } from "~/ui/panel";

const schema = () => import("#contract/charity/event-participants").then(({ Reinstatement }) => Reinstatement);

/** Undoes the cancellation of an event that has not begun; says first what becomes of those who were registered. */
export function ReinstateForm({ answer }: { answer: FormAnswer | undefined }) {
  const { t } = useTranslation("events");
  const [form, fields] = usePageForm(schema, { id: "reinstatement", answer });
  return (
    <Panel title={t("reinstate.title")}>
      <Form {...getFormProps(form)} className="grid max-w-2xl gap-4">
        <ErrorSummary form={form} />
        <p>{t("reinstate.about")}</p>
        <TextField field={fields.reason} label={t("reinstate.reason")} />
        <p>
          <Submit name="intent" value="reinstate">
            {t("reinstate.submit")}
          </Submit>
        </p>
      </Form>
    </Panel>
  );
}
