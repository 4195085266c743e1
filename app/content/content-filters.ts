import { englishStates } from "#contract/formats/localized";
import { contentStatuses } from "#contract/publishing/content";
import type { ContentName } from "#contract/publishing/content-names";
import { useTranslate } from "~/i18n/use-translate";
import { type Filter, rangeFilter } from "~/lists/filter";
import type { ReferenceChoices } from "./content-form";
import { wordsOf } from "./labels";
import { contentSubjects } from "./subjects";

/** The filters of a subject's list: its state, its English, whether the page that it leads to is there, and its own. */
export function useContentFilters(
  name: ContentName,
  query: Record<string, unknown>,
  { choices, linked }: { choices: ReferenceChoices; linked: boolean },
): Filter[] {
  const t = useTranslate();
  const words = wordsOf(name, t);
  const { fields, filters = [] } = contentSubjects[name];
  const inForce = (filter: string) => (typeof query[filter] === "string" ? query[filter] : undefined);
  const own = filters.flatMap((filter) => fields.find((field) => field.name === filter) ?? []);
  const english = fields.some(({ localized }) => localized);
  return [
    {
      name: "status",
      label: t("content:column.status"),
      value: inForce("status"),
      choices: contentStatuses.map((value) => ({ value, label: t(`content:status.${value}`) })),
    },
    ...(english
      ? [
          {
            name: "english",
            label: t("content:column.english"),
            value: inForce("english"),
            choices: englishStates.map((value) => ({ value, label: t(`common:englishShort.${value}`) })),
          },
        ]
      : []),
    ...(linked
      ? [
          {
            name: "link",
            label: t("content:link.label"),
            value: inForce("link"),
            choices: [{ value: "check", label: t("content:link.toCheck") }],
          },
        ]
      : []),
    ...own.map((field): Filter => {
      const { name, kind, of, values = [] } = field;
      const label = words(`field.${name}`);
      if (kind === "date" || kind === "moment") return rangeFilter("day", name, label, query);
      if (kind === "number") return rangeFilter("number", name, label, query);
      const offered = of
        ? (choices[of] ?? []).map((one) => ({ value: one.id, label: one.label }))
        : kind === "flag"
          ? (["yes", "no"] as const).map((value) => ({ value, label: t(`content:filter.${value}`, { label }) }))
          : values.map((value) => ({ value, label: words(`choice.${name}.${value}`) }));
      return { name, label, value: inForce(name), choices: offered };
    }),
  ];
}
