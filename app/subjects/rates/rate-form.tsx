import { type FormMetadata, getFormProps } from "@conform-to/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ErrorSummary } from "~/forms/error-summary";
import { type FieldProps, TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";

type Props<Values extends Record<string, unknown>> = {
  form: FormMetadata<Values, string[]>;
  fields: Record<"validFrom" | "validTo" | "basis", FieldProps["field"]>;
  submission?: string;
  /** An example of where a rate comes from. */
  basisHint: string;
  /** What it is a rate of, and what that is worth. */
  children: ReactNode;
};

/** The form of a new rate, with its days and where it comes from. */
export function RateForm<Values extends Record<string, unknown>>({ form, fields, submission, basisHint, children }: Props<Values>) {
  const { t } = useTranslation("rates");
  return (
    <Form className="grid max-w-2xl gap-4" submission={submission} {...getFormProps(form)}>
      <ErrorSummary form={form} />
      {children}
      <TextField field={fields.validFrom} label={t("from")} type="date" />
      <TextField field={fields.validTo} label={t("to")} type="date" />
      <TextField field={fields.basis} label={t("basis")} hint={basisHint} />
      <p className="actions">
        <Submit>{t("add")}</Submit>
      </p>
    </Form>
  );
}
