import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { vehicles } from "#contract/charity/expense-claims";
import { ErrorSummary } from "~/forms/error-summary";
import { SelectField, TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";

const schema = () => import("#contract/charity/expense-claims").then(({ MileageRateForm }) => MileageRateForm);

/** A new rate of a vehicle. */
export function RateFields({ submission, answer }: { submission: string; answer: FormAnswer | undefined }) {
  const { t } = useTranslation("expenses");
  const [form, fields] = usePageForm(schema, { id: "rate", answer });
  const choices = vehicles.map((value) => ({ value, label: t(`vehicle.${value}`) }));
  return (
    <Form className="grid max-w-2xl gap-4" submission={submission} {...getFormProps(form)}>
      <ErrorSummary form={form} />
      <SelectField field={fields.vehicle} label={t("rates.vehicle")} empty="" choices={choices} />
      <TextField field={fields.milliEuros} label={t("rates.amount")} hint={t("rates.amountHint")} autoComplete="off" />
      <TextField field={fields.yearlyKilometres} label={t("rates.yearly")} hint={t("rates.yearlyHint")} autoComplete="off" />
      <TextField field={fields.validFrom} label={t("rates.from")} type="date" />
      <TextField field={fields.validTo} label={t("rates.to")} type="date" />
      <TextField field={fields.basis} label={t("rates.basis")} hint={t("rates.basisHint")} />
      <p className="actions">
        <Submit>{t("rates.add")}</Submit>
      </p>
    </Form>
  );
}
