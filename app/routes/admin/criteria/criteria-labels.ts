import type { FieldMetadata } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import type { QuestionFields } from "./question-fields";

/** What the fields of all questions are called in the summary of errors, by their names. */
export function useCriteriaLabels(questions: FieldMetadata<QuestionFields>[]): Record<string, string> {
  const { t } = useTranslation("criteria");
  const rows = questions.flatMap((question, at) => {
    const fields = question.getFieldset();
    const named = (field: string) => t("form.named", { number: at + 1, field: field.toLowerCase() });
    const [label, why] = [fields.label.getFieldset(), fields.why.getFieldset()];
    return [
      [label.fr.name, named(t("form.labelFr"))],
      [label.en.name, named(t("form.labelEn"))],
      [why.fr.name, named(t("form.whyFr"))],
      [why.en.name, named(t("form.whyEn"))],
      [fields.choices.name, named(t("form.choices"))],
      ...fields.choices.getFieldList().flatMap((choice, place) => {
        const texts = choice.getFieldset().label.getFieldset();
        return [
          [texts.fr.name, named(t("form.choiceFr", { number: place + 1 }))],
          [texts.en.name, named(t("form.choiceEn", { number: place + 1 }))],
        ];
      }),
    ];
  });
  return Object.fromEntries([["rule.likelyUpTo", t("form.likely")], ["rule.doubtUpTo", t("form.doubt")], ...rows]);
}
