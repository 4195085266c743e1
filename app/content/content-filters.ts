import { englishStates } from "#contract/formats/localized";
import { contentStatuses } from "#contract/publishing/content";
import type { ContentName } from "#contract/publishing/content-names";
import { useTranslate } from "~/i18n/use-translate";
import { choiceFilter, type Filter, rangeFilter } from "~/lists/filter";
import type { ReferenceChoices } from "./content-form";
import { subjectTexts } from "./labels";
import { contentSubjects } from "./subjects";

/** The filters of a subject's list: its state, its English, whether the page that it leads to is there, and its own. */
export function useContentFilters(
  name: ContentName,
  query: Record<string, unknown>,
  { choices, ownChoices, linked }: { choices: ReferenceChoices; ownChoices: { value: string; label: string }[][]; linked: boolean },
): Filter[] {
  const t = useTranslate();
  const texts = subjectTexts(name, t);
  const { fields, filters = [], ownFilters = [] } = contentSubjects[name];
  const own = filters.flatMap((filter) => fields.find((field) => field.name === filter) ?? []);
  const english = fields.some(({ localized }) => localized);
  return [
    choiceFilter("status", t("content:column.status"), query, contentStatuses, (value) => t(`content:status.${value}`)),
    ...(english
      ? [choiceFilter("english", t("content:column.english"), query, englishStates, (value) => t(`common:englishShort.${value}`))]
      : []),
    ...(linked ? [choiceFilter("link", t("content:link.label"), query, ["check"], () => t("content:link.toCheck"))] : []),
    ...own.map((field): Filter => {
      const { name, kind, of, values = [] } = field;
      const label = texts(`field.${name}`);
      if (kind === "date" || kind === "moment") return rangeFilter("day", name, label, query);
      if (kind === "number") return rangeFilter("number", name, label, query);
      if (kind === "flag") return choiceFilter(name, label, query, ["yes", "no"], (value) => t(`content:filter.${value}`, { label }));
      if (!of) return choiceFilter(name, label, query, values, (value) => texts(`choice.${name}.${value}`));
      const names = new Map((choices[of] ?? []).map((one) => [one.id, one.label]));
      return choiceFilter(name, label, query, [...names.keys()], (id) => names.get(id) ?? id);
    }),
    ...ownFilters.flatMap(({ name, key }, at): Filter[] => {
      const offered = new Map(ownChoices[at]?.map((one) => [one.value, one.label]));
      if (offered.size === 0) return [];
      return [choiceFilter(name, texts(`own.${key}`), query, [...offered.keys()], (value) => offered.get(value) ?? value)];
    }),
  ];
}
