import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { requestKinds } from "#contract/law/privacy";
import { ErrorSummary } from "~/forms/error-summary";
import { SelectField, TextArea, TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import { SpamGuard } from "~/forms/spam-guard";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";

const schema = () => import("#contract/law/privacy").then(({ PublicDataRequest }) => PublicDataRequest);

/** The form of a request about one's data; the response never reveals whether the e-mail address is known. */
export function RightsForm({ proof, answer }: { proof: string; answer: FormAnswer | undefined }) {
  const { t } = useTranslation("legal");
  const [form, fields] = usePageForm(schema, { id: "rights", answer });
  return (
    <Form className="mt-3 grid w-full max-w-2xl gap-5" {...getFormProps(form)} action="/gdpr#request">
      <ErrorSummary form={form} labels={{ kind: t("request.kindLabel"), email: t("request.email"), message: t("request.message") }} />
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          field={fields.kind}
          label={t("request.kindLabel")}
          empty={t("request.choose")}
          choices={requestKinds.map((value) => ({ value, label: t(`request.kind.${value}`) }))}
        />
        <TextField field={fields.email} type="email" label={t("request.email")} autoComplete="email" />
      </div>
      <TextArea field={fields.message} label={t("request.message")} rows={4} />
      <SpamGuard proof={proof} fields={fields} refused={!!form.errors} />
      <p className="actions">
        <Submit>{t("request.submit")}</Submit>
      </p>
    </Form>
  );
}
