import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { ErrorSummary } from "~/forms/error-summary";
import { Checkbox, FileField, TextArea, TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import { SpamGuard } from "~/forms/spam-guard";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";

const schema = () => import("#contract/charity/applications").then(({ ApplicationDraft }) => ApplicationDraft);

/** Name, text, an optional CV, and the consent to storage. */
export function ApplicationForm({ answer, proof }: { answer: FormAnswer | undefined; proof: string }) {
  const { t } = useTranslation("jobs");
  const [form, fields] = usePageForm(schema, { id: "apply", answer });
  return (
    <section className="rounded-2xl bg-beige p-[clamp(1.25rem,3vw,2.25rem)]" aria-labelledby="apply-title">
      <h2 id="apply-title" className="title-section mb-5">
        {t("form.title")}
      </h2>
      <Form {...getFormProps(form)} className="grid gap-5" encType="multipart/form-data">
        <ErrorSummary form={form} labels={{ name: t("form.name"), email: t("form.email"), message: t("form.message"), cv: t("form.cv") }} />
        <SpamGuard proof={proof} fields={fields} refused={!!form.errors} />
        <TextField field={fields.name} label={t("form.name")} autoComplete="name" />
        <TextField field={fields.email} label={t("form.email")} type="email" autoComplete="email" />
        <TextArea field={fields.message} label={t("form.message")} hint={t("form.messageHint")} rows={7} />
        <FileField field={fields.cv} label={t("form.cv")} hint={t("form.cvHint")} accept="application/pdf" />
        <Checkbox field={fields.consent} label={t("form.consent")} />
        <div>
          <Submit>{t("form.submit")}</Submit>
        </div>
      </Form>
    </section>
  );
}
