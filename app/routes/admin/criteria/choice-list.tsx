import type { FieldMetadata, FormMetadata } from "@conform-to/react";
import { Plus, Trash2 } from "lucide";
import { useTranslation } from "react-i18next";
import { fieldId } from "~/forms/error-summary";
import { FieldErrors, TextField } from "~/forms/fields";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { isPlace, type Place } from "./changed-place";
import { HiddenField } from "./hidden-field";
import type { ChoiceFields } from "./question-fields";

type Props = {
  form: FormMetadata;
  field: FieldMetadata<ChoiceFields[] | undefined>;
  /** The number of the question. */
  question: number;
  changed: Place | undefined;
};

/** What can be chosen as the answer to a question: in sight while its kind is that, or while something in it is to be corrected. */
export function ChoiceList({ form, field, question, changed }: Props) {
  const { t } = useTranslation("criteria");
  const choices = field.getFieldList();
  return (
    <fieldset
      className="hidden gap-3 has-[.field-error]:grid group-has-[option[value=choice]:checked]:grid"
      id={fieldId(field.name)}
      tabIndex={-1}
    >
      <legend className="font-semibold">{t("form.choices")}</legend>
      <FieldErrors field={field} />
      {choices.map((choice, at) => {
        const { value, label } = choice.getFieldset();
        const texts = label.getFieldset();
        const number = at + 1;
        return (
          <div key={choice.key} className="grid items-end gap-3 sm:grid-cols-[1fr_1fr_auto]">
            <HiddenField field={value} />
            <TextField
              field={texts.fr}
              label={t("form.choiceFr", { number })}
              lang="fr"
              focused={isPlace(changed, { name: field.name, at, last: number === choices.length })}
            />
            <TextField field={texts.en} label={t("form.choiceEn", { number })} lang="en" />
            <Button
              {...form.remove.getButtonProps({ name: field.name as never, index: at })}
              small
              variant="line"
              className="justify-self-start"
              aria-label={t("form.removeChoice", { number, question })}
            >
              <Icon of={Trash2} />
            </Button>
          </div>
        );
      })}
      <p>
        <Button {...form.insert.getButtonProps({ name: field.name as never })} small variant="line">
          <Icon of={Plus} />
          {t("form.addChoice")}
        </Button>
      </p>
    </fieldset>
  );
}
