import type { FieldMetadata, FormMetadata } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { eventQuestionKinds, type QuestionInput } from "#contract/charity/event-questions";
import { Checkbox, SelectField, TextArea, TextField } from "~/forms/fields";
import { Button } from "~/ui/button";
import { HiddenField } from "../criteria/hidden-field";
import { MoveInList } from "../criteria/move-in-list";

type Props = {
  form: FormMetadata;
  list: { name: string; at: number; last: boolean };
  field: FieldMetadata<QuestionInput>;
  /** How many registrations have an answer to it: it is then archived, not removed, and stays of its kind. */
  answered: number;
  /** Whether it is stored as archived: that may be undone, also when nobody's answer is left. */
  archived: boolean;
};

/** One question of an event: its text in both languages, its kind, and whether it must be answered. */
export function QuestionRow({ form, list, field, answered, archived }: Props) {
  const { t } = useTranslation("event-questions");
  const question = field.getFieldset();
  const number = list.at + 1;
  const [label, choices] = [question.label.getFieldset(), question.choices.getFieldset()];
  return (
    <li className="panel group grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="panel-title">{t("form.question", { number })}</h2>
        <div className="actions">
          <MoveInList form={form} list={list} up={t("form.up", { number })} down={t("form.down", { number })} />
          {answered === 0 && (
            <Button
              {...form.remove.getButtonProps({ name: list.name as never, index: list.at })}
              small
              variant="danger"
              aria-label={t("form.removeQuestion", { number })}
            >
              {t("form.remove")}
            </Button>
          )}
        </div>
      </div>
      <HiddenField field={question.id as never} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField field={label.fr} label={t("form.labelFr")} lang="fr" />
        <TextField field={label.en} label={t("form.labelEn")} lang="en" />
      </div>
      {answered > 0 ? (
        <>
          <HiddenField field={question.kind as never} />
          <p className="muted">{t("form.answered", { count: answered, kind: t(`kind.${question.kind.initialValue as "text"}`) })}</p>
        </>
      ) : (
        <SelectField
          field={question.kind}
          label={t("form.kind")}
          choices={eventQuestionKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
        />
      )}
      <div className="hidden gap-4 has-[.field-error]:grid group-has-[input[value=choice]]:grid group-has-[option[value=choice]:checked]:grid sm:grid-cols-2">
        <TextArea field={choices.fr} label={t("form.choicesFr")} hint={t("form.choicesHint")} rows={4} lang="fr" optional={false} />
        <TextArea field={choices.en} label={t("form.choicesEn")} hint={t("form.choicesEnHint")} rows={4} lang="en" />
      </div>
      <Checkbox field={question.required} label={t("form.required")} />
      {(answered > 0 || archived) && <Checkbox field={question.archived} label={t("form.archive")} hint={t("form.archiveHint")} />}
    </li>
  );
}
