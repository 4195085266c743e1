import type { FieldMetadata, FormMetadata } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { questionKinds } from "#contract/accounts/criteria";
import { ruleQuestions } from "#contract/accounts/criteria-editing";
import { SelectField, TextArea, TextField } from "~/forms/fields";
import { Button } from "~/ui/button";
import { isPlace, type Place } from "./changed-place";
import { ChoiceList } from "./choice-list";
import { HiddenField } from "./hidden-field";
import { MoveInList } from "./move-in-list";
import type { QuestionFields } from "./question-fields";

type Props = {
  form: FormMetadata;
  list: { name: string; at: number; last: boolean };
  field: FieldMetadata<QuestionFields>;
  changed: Place | undefined;
};

/** One question of the draft: its texts in both languages, its kind, its position. Questions that the rule calculates with cannot be removed or change their kind. */
export function QuestionEditor({ form, list, field, changed }: Props) {
  const { t } = useTranslation("criteria");
  const question = field.getFieldset();
  const number = list.at + 1;
  const needed = ruleQuestions[String(question.key.initialValue ?? "")];
  const [label, why] = [question.label.getFieldset(), question.why.getFieldset()];
  return (
    <li className="panel group grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="panel-title">{t("form.question", { number })}</h2>
        <div className="actions">
          <MoveInList form={form} list={list} up={t("form.up", { number })} down={t("form.down", { number })} />
          {!needed && (
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
      <HiddenField field={question.key} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField field={label.fr} label={t("form.labelFr")} lang="fr" focused={isPlace(changed, list)} />
        <TextField field={label.en} label={t("form.labelEn")} lang="en" />
        <TextArea field={why.fr} label={t("form.whyFr")} lang="fr" rows={2} optional />
        <TextArea field={why.en} label={t("form.whyEn")} lang="en" rows={2} optional />
      </div>
      {needed ? (
        <>
          <HiddenField field={question.kind} />
          <p className="muted text-sm">{t("form.needed", { kind: t(`kind.${needed}`).toLowerCase() })}</p>
        </>
      ) : (
        <SelectField
          field={question.kind}
          label={t("form.kind")}
          choices={questionKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
        />
      )}
      {!needed && <ChoiceList form={form} field={question.choices} question={number} changed={changed} />}
    </li>
  );
}
