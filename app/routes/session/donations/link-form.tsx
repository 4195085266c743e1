import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { ErrorSummary } from "~/forms/error-summary";
import { TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";

const schema = () => import("#contract/giving/donor-access").then(({ AccessRequest }) => AccessRequest);

/** Asks for an access link. */
export function LinkForm({ answer }: { answer?: FormAnswer }) {
  const { t } = useTranslation("donations");
  const [form, fields] = usePageForm(schema, { id: "donor-access", answer });
  return (
    <Form className="mt-7 grid gap-6" {...getFormProps(form)} action="/donations/access">
      <ErrorSummary form={form} />
      <TextField field={fields.email} type="email" label={t("access.email")} autoComplete="email" />
      <div>
        <Submit>{t("access.submit")}</Submit>
      </div>
    </Form>
  );
}
