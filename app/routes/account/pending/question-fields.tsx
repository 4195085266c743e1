import type { FieldMetadata, FormMetadata } from "@conform-to/react";
import { type CriteriaQuestion, textIn } from "#contract/accounts/criteria";
import { ErrorSummary } from "~/forms/error-summary";
import { SelectField, TextField } from "~/forms/fields";
import { usePage } from "~/ui/page-context";

type Props = {
  form: Pick<FormMetadata, "allErrors" | "errors" | "errorId">;
  fields: Record<string, FieldMetadata<unknown>>;
  questions: CriteriaQuestion[];
};

/** The questions about a student's situation, in the reader's language, each with its reason. */
export function QuestionFields({ form, fields, questions }: Props) {
  const { locale } = usePage();
  return (
    <>
      <ErrorSummary form={form} labels={Object.fromEntries(questions.map(({ key, label }) => [key, textIn(locale, label)]))} />
      {questions.map(({ key, kind, label, why, choices = [] }) => {
        const field = fields[key];
        if (!field) return null;
        const frame = { field, label: textIn(locale, label), hint: why && textIn(locale, why) };
        const named = choices.map(({ value, label: text }) => ({ value, label: textIn(locale, text) }));
        if (kind === "choice") return <SelectField key={key} {...frame} empty="" choices={named} />;
        return <TextField key={key} {...frame} />;
      })}
    </>
  );
}
