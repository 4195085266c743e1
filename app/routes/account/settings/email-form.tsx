import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { ErrorSummary } from "~/forms/error-summary";
import { TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { Panel } from "~/ui/panel";

const schema = () => import("#contract/accounts/account").then(({ EmailChangeRequest }) => EmailChangeRequest);

/** Change of the login e-mail address: it takes effect when the link sent to it is opened. */
export function EmailForm({ email, answer }: { email: string; answer: FormAnswer | undefined }) {
  const { t } = useTranslation("account");
  const [form, fields] = usePageForm(schema, { id: "email", answer });
  return (
    <Panel title={t("email.title")}>
      <p className="muted mb-4">{t("email.lead", { email })}</p>
      <Form className="grid gap-4" {...getFormProps(form)}>
        <ErrorSummary form={form} />
        <TextField field={fields.email} type="email" label={t("email.new")} autoComplete="email" />
        <TextField
          field={fields.password}
          type="password"
          label={t("email.password")}
          hint={t("email.hint")}
          autoComplete="current-password"
        />
        <p className="actions">
          <Submit name="intent" value="email" variant="line">
            {t("email.submit")}
          </Submit>
        </p>
      </Form>
    </Panel>
  );
}
