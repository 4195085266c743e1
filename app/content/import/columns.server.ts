import type * as z from "zod";
import { locales } from "#contract/formats/locale";
import type { ContentApi } from "#contract/publishing/content";
import type { ContentName } from "#contract/publishing/content-names";
import { textsFor } from "~/i18n/texts.server";
import { subjectTexts } from "../labels";
import type { ContentSubject } from "../subject";
import { type Target, targetLabel, targetsOf } from "./targets";

/** The column of the file for each target, by the target's key; targets without a column are left out. */
export type Mapping = Record<string, number>;

/** The prefix of a target's query parameter. */
export const columnField = "column.";

/** The mapping in a query: columns that the file lacks are ignored. */
export function mappingIn(search: URLSearchParams, subject: ContentSubject, width: number): Mapping {
  const chosen = targetsOf(subject).map(({ key }) => [key, search.get(columnField + key)] as const);
  return Object.fromEntries(chosen.flatMap(([key, at]) => (at && /^\d{1,2}$/.test(at) && Number(at) < width ? [[key, Number(at)]] : [])));
}

/** The mapping guessed from the header: names of our own exports in both languages, or the fields' names in the code. */
export function guessedMapping(name: ContentName, subject: ContentSubject, header: string[]): Mapping {
  const columns = header.map(plain);
  const found = targetsOf(subject).map((target) => {
    const at = namesOf(name, target).map((one) => columns.indexOf(one));
    return [target.key, at.find((one) => one >= 0)] as const;
  });
  return Object.fromEntries(found.flatMap(([key, at]) => (at === undefined ? [] : [[key, at]])));
}

function namesOf(name: ContentName, target: Target): string[] {
  const texts = locales.map((locale) => textsFor(locale).t);
  const bare = target.language === "fr" ? texts.map((t) => subjectTexts(name, t)(`field.${target.field.name}`)) : [];
  const short = target.language ? texts.map((t) => `${subjectTexts(name, t)(`field.${target.field.name}`)} ${target.language}`) : [];
  return [...texts.map((t) => targetLabel(name, target, t)), target.key, ...short, ...bare, target.field.name].map(plain);
}

/** Whether the target is required. */
export function isNeeded({ Draft }: ContentApi, { field, language }: Target): boolean {
  const schema = Draft.shape[field.name];
  if (!language) return !schema?.safeParse(undefined).success;
  return !(schema as z.ZodObject).shape[language]?.safeParse(undefined).success;
}

/** A normalised name: without case, accents and punctuation. */
export function plain(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
