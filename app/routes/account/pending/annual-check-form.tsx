import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { ErrorSummary } from "~/forms/error-summary";
import { Checkbox, TextArea } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import { usePageForm } from "~/forms/use-page-form";
import { usePartAnswer } from "./pending-parts";

const schema = () => import("#contract/accounts/criteria").then(({ AnnualCheck }) => AnnualCheck);

/** The yearly check: nothing changed, or what changed. */
export function AnnualCheckForm() {
  const { t } = useTranslation("pending");
  const [form, fields] = usePageForm(schema, { id: "annual", answer: usePartAnswer() });
  return (
    <section className="rounded-2xl border-2 border-line p-7">
      <Form className="grid gap-5" {...getFormProps(form)}>
        <ErrorSummary form={form} />
        <TextArea field={fields.changes} label={t("annual.changes")} hint={t("annual.changesHint")} rows={3} />
        <Checkbox field={fields.confirmed} label={t("annual.confirm")} />
        <div>
          <Submit>{t("annual.submit")}</Submit>
        </div>
      </Form>
    </section>
  );
}
