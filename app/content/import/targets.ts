import { locales } from "#contract/formats/locale";
import type { ContentName } from "#contract/publishing/content-names";
import type { Translate } from "~/i18n/translate";
import { wordsOf } from "../labels";
import type { ContentField, ContentSubject } from "../subject";

/** What a column of a sheet can say of a record: a field, or one of the two languages of one. */
export type Target = { key: string; field: ContentField; language?: "fr" | "en" };

/** Everything of a record that can come from a sheet, in the order of the list, then of the form. Pictures and files cannot. */
export function targetsOf({ fields, columns }: ContentSubject): Target[] {
  const listed = columns.flatMap((name) => fields.find((field) => field.name === name) ?? []);
  const others = fields.filter((field) => !listed.includes(field) && field.kind !== "picture" && field.kind !== "file");
  return [...listed, ...others].flatMap((field): Target[] =>
    field.localized ? locales.map((language) => ({ key: `${field.name}.${language}`, field, language })) : [{ key: field.name, field }],
  );
}

/** What a target is called, in the form and at the head of a column: `Titre (Anglais)`. */
export function targetLabel(name: ContentName, { field, language }: Pick<Target, "field" | "language">, t: Translate): string {
  const label = wordsOf(name, t)(`field.${field.name}`);
  return language ? `${label} (${t(language === "fr" ? "common:forms.french" : "common:forms.english")})` : label;
}
