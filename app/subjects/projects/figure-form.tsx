import { useForm } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { figureUnits } from "#contract/charity/projects";
import { ErrorSummary } from "~/forms/error-summary";
import { SelectField, TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";

type Fields = { label: { fr: string; en: string }; amount: string; unit: string; countedOn: string };

type Props = { action: string; answer: FormAnswer | undefined; submission: string };

const required = { required: true };

/** The form to add a figure. */
export function FigureForm({ action, answer, submission }: Props) {
  const { t } = useTranslation("content");
  const [form, fields] = useForm<Fields>({
    id: "figure",
    lastResult: answer?.result,
    constraint: { "label.fr": required, amount: required, unit: required, countedOn: required } as never,
  });
  const label = fields.label.getFieldset();
  const labels = {
    "label.fr": t("projectFollow.label"),
    "label.en": t("projectFollow.labelEn"),
    amount: t("projectFollow.number"),
    countedOn: t("projectFollow.day"),
  };
  return (
    <Form id={form.id} action={action} submission={submission} className="grid gap-4 pt-2">
      <ErrorSummary form={form} labels={labels} />
      <input type="hidden" name="intent" value="figure" />
      <TextField field={label.fr} label={labels["label.fr"]} hint={t("projectFollow.labelHint")} lang="fr" />
      <TextField field={label.en} label={labels["label.en"]} lang="en" />
      <div className="grid gap-4 sm:grid-cols-2 sm:items-start">
        <TextField field={fields.amount} type="number" label={labels.amount} />
        <SelectField
          field={fields.unit}
          label={t("projectFollow.unit")}
          choices={figureUnits.map((unit) => ({ value: unit, label: t(`projectFollow.units.${unit}`) }))}
        />
        <TextField field={fields.countedOn} type="date" label={labels.countedOn} />
      </div>
      <p className="actions">
        <Submit variant="line">{t("projectFollow.saveFigure")}</Submit>
      </p>
    </Form>
  );
}
