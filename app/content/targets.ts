import { locales } from "#contract/formats/locale";
import type { ContentName } from "#contract/publishing/content-names";
import type { Translate } from "~/i18n/translate";
import { subjectTexts } from "./labels";
import type { ContentField, ContentSubject } from "./subjects/subject";

/** The target of a column: a field, or one language of a localised one. */
export type ContentTarget = { key: string; field: ContentField; language?: "fr" | "en" };

/** All targets of a subject, in the order of the list, then of the form. Pictures and files cannot be imported. */
export function targetsOf({ fields, columns }: ContentSubject): ContentTarget[] {
  const listed = columns.flatMap((name) => fields.find((field) => field.name === name) ?? []);
  const others = fields.filter((field) => !listed.includes(field) && field.kind !== "picture" && field.kind !== "file");
  return [...listed, ...others].flatMap((field): ContentTarget[] =>
    field.localized ? locales.map((language) => ({ key: `${field.name}.${language}`, field, language })) : [{ key: field.name, field }],
  );
}

/** The label of a target, in the form and in the header: `Titre (Anglais)`. */
export function targetLabel(name: ContentName, { field, language }: Pick<ContentTarget, "field" | "language">, t: Translate): string {
  const label = subjectTexts(name, t)(`field.${field.name}`);
  return language ? `${label} (${t(language === "fr" ? "common:forms.french" : "common:forms.english")})` : label;
}
