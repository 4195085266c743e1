import type { FieldMetadata } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import type { Locale } from "#contract/locale";
import { Checkbox, ChoiceGroup, SelectField, TextArea, TextField } from "~/forms/fields";
import { MarkdownField } from "~/forms/markdown-field";
import { PictureField } from "~/forms/picture-field";
import type { ReferenceChoices } from "./content-form";
import { RecordFileField } from "./record-file-field";
import type { ContentField } from "./subject";
import type { wordsOf } from "./words";

type Props = {
  field: ContentField;
  input: FieldMetadata<string>;
  words: ReturnType<typeof wordsOf>;
  choices: ReferenceChoices;
  lang: Locale | undefined;
};

/** One field of a subject's form, by its kind. */
export function ContentInput({ field: { name, kind, values = [], of, hint }, input, words, choices, lang }: Props) {
  const frame = {
    field: input,
    label: words(`field.${name}`),
    hint: hint ? words(`hint.${name}`) : undefined,
    optional: lang === "en" || undefined,
    lang,
  };
  const { t } = useTranslation("content");
  const empty = input.required ? t("choose") : t("none");
  const named = values.map((value) => ({ value, label: words(`choice.${name}.${value}`) }));
  switch (kind) {
    case "text":
      return <TextArea {...frame} />;
    case "markdown":
      return <MarkdownField {...frame} rows={12} />;
    case "flag":
      return <Checkbox {...frame} />;
    case "choice":
      return <SelectField {...frame} choices={named} empty={input.required ? undefined : empty} />;
    case "choices":
      return <ChoiceGroup {...frame} choices={named} several />;
    case "reference":
      return <SelectField {...frame} empty={empty} choices={(choices[of ?? ""] ?? []).map(({ id, label }) => ({ value: id, label }))} />;
    case "picture":
      return <PictureField field={input} label={frame.label} shown />;
    case "file":
      return <RecordFileField field={input} label={frame.label} hint={frame.hint} />;
    default:
      return (
        <TextField
          {...frame}
          type={kind === "line" ? "text" : kind === "decimal" ? "number" : kind === "moment" ? "datetime-local" : kind}
          step={kind === "decimal" ? "any" : undefined}
        />
      );
  }
}
