import type { Mapping } from "#contract/accounts/imports";
import { locales } from "#contract/formats/locale";
import { textsFor } from "~/i18n/texts.server";
import type { Target } from "./target";

/** The prefix of a target's field in the form of the columns. */
export const columnField = "column.";

/** The mapping in a form: columns that the file lacks are ignored. */
export function mappingIn(form: FormData, targets: Pick<Target, "key">[], width: number): Mapping {
  const chosen = targets.map(({ key }) => [key, form.get(columnField + key)] as const);
  return Object.fromEntries(
    chosen.flatMap(([key, at]) => (typeof at === "string" && /^\d{1,2}$/.test(at) && Number(at) < width ? [[key, Number(at)]] : [])),
  );
}

/** The mapping that is proposed: as the person chose last time, or guessed from the header, in either language. */
export function proposedMapping(
  targets: Pick<Target, "key" | "label" | "aliases">[],
  header: string[],
  remembered: Record<string, string>,
): Mapping {
  const columns = header.map(plain);
  const found = targets.map((target) => {
    const last = remembered[target.key];
    const names = [
      ...(last ? [plain(last)] : []),
      ...locales.map((locale) => plain(target.label(textsFor(locale).t))),
      ...target.aliases.map(plain),
    ];
    return [target.key, names.map((name) => columns.indexOf(name)).find((at) => at >= 0)] as const;
  });
  return Object.fromEntries(found.flatMap(([key, at]) => (at === undefined ? [] : [[key, at]])));
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
