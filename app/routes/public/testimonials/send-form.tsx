import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { agreementVersion } from "#contract/publishing/sent-testimonials";
import { ErrorSummary } from "~/forms/error-summary";
import { Checkbox, TextArea, TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import { SpamGuard } from "~/forms/spam-guard";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { Link } from "~/ui/link";

const schema = () => import("#contract/publishing/sent-testimonials").then(({ SentTestimonial }) => SentTestimonial);

type Props = { proof: string; organisation: string; answer: FormAnswer | undefined };

/** The text, the author, the e-mail address, and the agreement to publish. */
export function SendForm({ proof, organisation, answer }: Props) {
  const { t } = useTranslation("testimonials");
  const [form, fields] = usePageForm(schema, { id: "testimonial", answer });
  const labels = {
    quote: t("field.quote"),
    speaker: t("field.speaker"),
    initials: t("field.initials"),
    email: t("field.email"),
    consent: t("consentTitle"),
  };
  return (
    <Form className="grid gap-6" {...getFormProps(form)} action="/testimonials/send">
      <ErrorSummary form={form} labels={labels} />
      <TextArea field={fields.quote} label={labels.quote} hint={t("hint.quote")} rows={7} />
      <TextField field={fields.speaker} label={labels.speaker} hint={t("hint.speaker")} />
      <div className="grid gap-6 sm:grid-cols-2">
        <TextField field={fields.initials} label={labels.initials} hint={t("hint.initials")} autoComplete="given-name" />
        <TextField field={fields.email} type="email" label={labels.email} hint={t("hint.email")} autoComplete="email" />
      </div>
      <Checkbox field={fields.consent} label={t(`agreement.${agreementVersion}`, { organisation })} />
      <input type="hidden" name={fields.agreement.name} value={agreementVersion} />
      <SpamGuard proof={proof} fields={fields} refused={!!form.errors} />
      <p className="actions items-center">
        <Submit>{t("submit")}</Submit>
        <Link to="/gdpr">{t("retention")}</Link>
      </p>
    </Form>
  );
}
