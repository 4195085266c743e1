import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import type { DeclaredYear } from "#contract/giving/annual-declarations";
import { typedEuros } from "#contract/giving/money";
import { ErrorSummary } from "~/forms/error-summary";
import { TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { usePage } from "~/ui/page-context";

const schema = () => import("#contract/giving/annual-declarations").then(({ DeclarationForm }) => DeclarationForm);

type Props = {
  of: DeclaredYear;
  /** Whether what counts in the calendar year is what is declared. */
  isCalendar: boolean;
  submission: string;
  answer: FormAnswer | undefined;
};

/** On which day and under which reference the declaration of a year was filed, and what it declares: what counts today, until somebody types something else. */
export function DeclarationFields({ of: { year, receipts, cents }, isCalendar, submission, answer }: Props) {
  const { t } = useTranslation("receipts");
  const { locale } = usePage();
  const sums = isCalendar ? { receipts: String(receipts), total: typedEuros(locale, cents) } : { receipts: "", total: "" };
  const [form, fields] = usePageForm(schema, {
    id: "declaration",
    answer,
    defaultValue: { year: String(year), filedOn: "", reference: "", ...sums },
  });
  return (
    <Form
      className="grid max-w-2xl gap-4"
      // A refused form is of its year again, whatever was recorded meanwhile.
      action={`/dashboard/admin/fiscal-receipts/declaration?year=${year}`}
      submission={submission}
      {...getFormProps(form)}
    >
      <ErrorSummary form={form} />
      <p className="hint">{t("declaration.recordHint")}</p>
      <input type="hidden" name="year" value={year} />
      <TextField field={fields.filedOn} label={t("declaration.filedOn")} type="date" />
      <TextField field={fields.reference} label={t("declaration.reference")} hint={t("declaration.referenceHint")} />
      <p className="hint">{t(isCalendar ? "declaration.sumsHint" : "declaration.otherSumsHint")}</p>
      <TextField field={fields.receipts} label={t("declaration.declaredReceipts")} type="number" />
      <TextField field={fields.total} label={t("declaration.declaredTotal")} />
      <p className="actions">
        <Submit>{t("declaration.save")}</Submit>
      </p>
    </Form>
  );
}
