import type { FieldMetadata } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import type { EventQuestion, GivenAnswers } from "#contract/charity/event-questions";
import type { Locale } from "#contract/formats/locale";
import { readIn } from "#contract/formats/localized-text";
import { ChoiceGroup, TextField } from "~/forms/fields";
import { usePage } from "~/ui/page-context";

type Props = { field: FieldMetadata<GivenAnswers | undefined>; questions: readonly EventQuestion[] };

/** The names of the fields of an event's questions, with what these ask: for the summary of errors. */
export const questionLabels = (locale: Locale, questions: readonly EventQuestion[]) =>
  Object.fromEntries(questions.map(({ id, label }) => [`answers.${id}`, readIn(locale, label).text]));

/** The questions that an event asks who registers. */
export function QuestionFields({ field, questions }: Props) {
  const { t } = useTranslation("event-questions");
  const { locale } = usePage();
  const answers = field.getFieldset() as Record<string, FieldMetadata<string> | undefined>;
  return questions.map(({ id, kind, label, choices, required }) => {
    const answer = answers[id];
    if (!answer) return null;
    const { name, key, errors, initialValue } = answer;
    const frame = { field: { name, key, errors, initialValue, required }, label: readIn(locale, label).text };
    if (kind === "flag")
      return <ChoiceGroup key={id} {...frame} choices={(["yes", "no"] as const).map((value) => ({ value, label: t(value) }))} />;
    if (kind === "choice")
      return (
        <ChoiceGroup key={id} {...frame} choices={choices.map((choice) => ({ value: choice.fr, label: readIn(locale, choice).text }))} />
      );
    return <TextField key={id} {...frame} type={kind === "number" ? "number" : "text"} step={kind === "number" ? "any" : undefined} />;
  });
}
