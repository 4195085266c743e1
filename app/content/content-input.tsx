import type { FieldMetadata } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import type { Locale } from "#contract/formats/locale";
import type { ContentChoice } from "#contract/publishing/content";
import { Checkbox, ChoiceGroup, type FieldProps, SelectField, TextArea, TextField } from "~/forms/fields";
import { MarkdownField } from "~/forms/markdown-field";
import { PictureField } from "~/forms/picture-field";
import type { ReferenceChoices } from "./content-form";
import type { subjectTexts } from "./labels";
import { RecordFileField } from "./record-file-field";
import type { ContentField } from "./subjects/subject";

const widths: Partial<Record<ContentField["kind"], NonNullable<ContentField["width"]>>> = {
  date: "middle",
  moment: "middle",
  tel: "middle",
  email: "middle",
  choice: "middle",
  reference: "middle",
  number: "short",
  decimal: "short",
};

/** Kinds whose hint may be as narrow as the field. */
const hintFits: readonly ContentField["kind"][] = ["moment", "choice", "reference", "decimal"];

/** The class of a field's place in its group: as wide as its answer, and in a line of its own where its hint needs it. */
export function fieldWidth({ kind, hint, width = widths[kind] }: ContentField): string | undefined {
  if (!width) return undefined;
  return hint && !hintFits.includes(kind) ? `field-${width}-alone` : `field-${width}`;
}

type Props = {
  field: ContentField;
  input: FieldMetadata<string>;
  texts: ReturnType<typeof subjectTexts>;
  choices: ReferenceChoices;
  lang: Locale | undefined;
};

/** One field of a subject's form, by its kind. */
export function ContentInput({ field: { name, kind, values = [], of, hint }, input, texts, choices, lang }: Props) {
  const frame = {
    field: input,
    label: texts(`field.${name}`),
    hint: hint ? texts(`hint.${name}`) : undefined,
    optional: lang === "en" || undefined,
    lang,
  };
  const { t } = useTranslation("content");
  const empty = input.required ? t("choose") : t("none");
  const offered = choices[of ?? ""] ?? [];
  const named = values.map((value) => ({ value, label: texts(`choice.${name}.${value}`) }));
  switch (kind) {
    case "text":
      return <TextArea {...frame} rows={3} />;
    case "markdown":
      return <MarkdownField {...frame} rows={12} />;
    case "flag":
      return <Checkbox {...frame} />;
    case "choice":
      return <SelectField {...frame} choices={named} empty={input.required ? undefined : empty} />;
    case "choices":
      return <ChoiceGroup {...frame} choices={named} several />;
    case "reference":
      return <SelectField {...frame} empty={empty} choices={offered.map(({ id, label }) => ({ value: id, label }))} />;
    case "references":
      return <References {...frame} offered={offered} />;
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

/** A choice of several records of another subject, selected ones first. An archived one is not offered, and stays where it is selected. */
function References({ offered, ...frame }: FieldProps & { field: Props["input"]; offered: readonly ContentChoice[] }) {
  const { name, initialValue = [] } = frame.field;
  const chosen = [initialValue].flat();
  const archived = chosen.filter((one) => !offered.some(({ id }) => id === one));
  const selectedFirst = offered.toSorted((a, b) => Number(chosen.includes(b.id)) - Number(chosen.includes(a.id)));
  return (
    <>
      <ChoiceGroup {...frame} choices={selectedFirst.map(({ id, label }) => ({ value: id, label }))} several scrolls />
      {archived.map((id) => (
        <input key={id} type="hidden" name={name} value={id} />
      ))}
    </>
  );
}
