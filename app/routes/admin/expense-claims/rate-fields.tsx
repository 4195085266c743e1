import { useTranslation } from "react-i18next";
import { vehicles } from "#contract/charity/mileage-rates";
import { SelectField, TextField } from "~/forms/fields";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { RateForm } from "~/subjects/rates/rate-form";

const schema = () => import("#contract/charity/mileage-rates").then(({ MileageRateForm }) => MileageRateForm);

/** A new rate of a vehicle. */
export function RateFields({ submission, answer }: { submission: string; answer: FormAnswer | undefined }) {
  const { t } = useTranslation("expenses");
  const [form, fields] = usePageForm(schema, { id: "rate", answer });
  const choices = vehicles.map((value) => ({ value, label: t(`vehicle.${value}`) }));
  return (
    <RateForm form={form} fields={fields} submission={submission} basisHint={t("rates.basisHint")}>
      <SelectField field={fields.vehicle} label={t("rates.vehicle")} empty="" choices={choices} />
      <TextField field={fields.milliEuros} label={t("rates.amount")} hint={t("rates.amountHint")} autoComplete="off" />
      <TextField field={fields.yearlyKilometres} label={t("rates.yearly")} hint={t("rates.yearlyHint")} autoComplete="off" />
      <TextField field={fields.raisePercent} label={t("rates.raise")} hint={t("rates.raiseHint")} autoComplete="off" />
    </RateForm>
  );
}
