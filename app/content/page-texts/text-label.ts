import type { Translate } from "~/i18n/translate";

/** The label of a text of an editable page, by its place on the page: "Le kit › Titre". */
export function textLabel(key: string, t: Translate): string {
  const named = (part: string) => t(`pages:part.${part}` as "pages:part.title", { defaultValue: part });
  return key.split(".").map(named).join(" › ");
}
