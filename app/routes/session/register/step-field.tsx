import type { FieldMetadata } from "@conform-to/react";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { type CriteriaQuestion, textIn } from "#contract/accounts/criteria";
import type { SectorName } from "#contract/charity/sectors";
import type { Locale } from "#contract/formats/locale";
import { Checkbox, ChoiceGroup, SelectField, TextArea, TextField } from "~/forms/fields";
import type { StepField } from "./steps";

type StepTexts = { label: string; hintText?: string; texts?: { value: string; label: string }[] };
type Props = { field: StepField & Partial<StepTexts>; control: FieldMetadata<unknown>; sectors: SectorName[] };

/** A field of a step, from its description. */
export function StepFieldInput({ field: { name, as, choices = [], autoComplete, hint, guardian, ...words }, control, sectors }: Props) {
  const { t } = useTranslation("register");
  const label = stepLabel({ name, ...words }, t);
  const hintText = words.hintText ?? (hint ? t(`hint.${name}` as "hint.firstName") : undefined);
  const frame = { field: control, label, hint: hintText, optional: guardian ? false : undefined };
  const named = words.texts ?? choices.map((value) => ({ value, label: value ? t(`choice.${value}` as "choice.bike") : t("choose") }));
  if (as === "several") return <ChoiceGroup {...frame} several cards choices={named} />;
  if (as === "select") return <SelectField {...frame} choices={named} />;
  if (as === "team")
    return <SelectField {...frame} empty={t("choose")} choices={sectors.map(({ id, name: team }) => ({ value: id, label: team }))} />;
  if (as === "check") return <Checkbox {...frame} />;
  if (as === "area") return <TextArea {...frame} rows={3} />;
  return <TextField {...frame} type={as} autoComplete={autoComplete} />;
}

/** The label of a field of a step. */
export function stepLabel({ name, label }: Pick<Props["field"], "name" | "label">, t: TFunction<"register">): string {
  return label ?? t(`field.${name}` as "field.firstName");
}

/** The questions of the criteria as fields of the step, in the reader's language. */
export function questionFields(questions: CriteriaQuestion[], locale: Locale, choose: string): (StepField & StepTexts)[] {
  return questions.map(({ key, kind, label, why, choices = [] }) => ({
    name: key,
    as: kind === "choice" ? "select" : "text",
    label: textIn(locale, label),
    hintText: why && textIn(locale, why),
    texts: [{ value: "", label: choose }, ...choices.map((choice) => ({ value: choice.value, label: textIn(locale, choice.label) }))],
  }));
}
