import type { TOptions } from "i18next";
import type { Locale } from "#contract/formats/locale";
import { readIn } from "#contract/formats/localized-text";
import { type ContentName, textsKey } from "#contract/publishing/content-names";
import type { Translate } from "~/i18n/translate";
import type { CellValue } from "~/lists/column";
import type { ReferenceChoices } from "./content-form";
import type { ContentField } from "./subjects/subject";

/** The texts of a subject, by key; `content-subjects.test.ts` checks that none is missing. */
export function subjectTexts(name: ContentName, t: Translate) {
  return (path: string, values: TOptions = {}): string => t(`content:${textsKey(name)}.${path}` as "content:save", values);
}

/** What is needed to format the values of fields. */
export type ValueTexts = { texts: ReturnType<typeof subjectTexts>; t: Translate; locale: Locale; choices: ReferenceChoices };

/** The names of the records that a field refers to, in the order of their list. */
export function namesOf({ of }: ContentField, ids: string[], choices: ReferenceChoices): string[] {
  return (choices[of ?? ""] ?? []).filter(({ id }) => ids.includes(id)).map(({ label }) => label);
}

/** A field's value as text, for lists, exports and comparisons. */
export function valueText(field: ContentField, value: unknown, { texts, t, locale, choices }: ValueTexts): CellValue {
  if (value === null || value === undefined || value === "") return null;
  if (field.kind === "choice") return texts(`choice.${field.name}.${value}`);
  if (field.kind === "choices") return (value as string[]).map((one) => texts(`choice.${field.name}.${one}`)).join(", ");
  if (field.kind === "flag") return t(value ? "content:yes" : "content:no");
  if (field.kind === "reference") return choices[field.of ?? ""]?.find(({ id }) => id === value)?.label ?? null;
  if (field.kind === "references") return namesOf(field, value as string[], choices).join(", ") || null;
  if (field.kind === "moment") return String(value).replace("T", " ");
  if (field.localized) return readIn(locale, value as { fr: string }).text;
  return typeof value === "number" ? value : String(value);
}
