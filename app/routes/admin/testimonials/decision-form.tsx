import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import type { SentRecord } from "#contract/publishing/sent-testimonials";
import { ErrorSummary } from "~/forms/error-summary";
import { TextArea } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";

const schema = () => import("#contract/publishing/sent-testimonials").then(({ Decision }) => Decision);

type Props = { sent: SentRecord; answer: FormAnswer | undefined; submission: string };

/** Approval or refusal, with an optional text to the sender. */
export function DecisionForm({ sent: { locale }, answer, submission }: Props) {
  const { t } = useTranslation("sent-testimonials");
  const [form, fields] = usePageForm(schema, { id: "decision", answer });
  return (
    <Form submission={submission} className="panel grid gap-4" {...getFormProps(form)}>
      <h2 className="panel-title">{t("decide.title")}</h2>
      <ErrorSummary form={form} labels={{ word: t("decide.word"), decision: t("decide.title") }} />
      <p className="max-w-prose">{t("decide.lead")}</p>
      <TextArea field={fields.word} label={t("decide.word")} hint={t(`decide.wordHint.${locale}`)} rows={4} lang={locale} />
      <p className="actions">
        <Submit name={fields.decision.name} value="approved">
          {t("decide.approve")}
        </Submit>
        <Submit variant="line" name={fields.decision.name} value="declined">
          {t("decide.decline")}
        </Submit>
      </p>
    </Form>
  );
}
