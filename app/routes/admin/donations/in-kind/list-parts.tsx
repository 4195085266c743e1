import { useTranslation } from "react-i18next";
import type { GiftInKind, GiftsInKindQuery } from "#contract/giving/gifts-in-kind";
import { formatEuros } from "#contract/giving/money";
import type { Narrowed } from "~/lists/choices.server";
import { type Column, RowLink } from "~/lists/column";
import { useDecidableFilter } from "~/lists/decidable-filter";
import { choiceFilter, type Filter, rangeFilter } from "~/lists/filter";
import { formatDate } from "~/ui/local-date";

export const giftsInKindPath = "/dashboard/admin/donations/in-kind";

export const giftInKindColumns: Column<GiftInKind>[] = [
  {
    key: "name",
    header: (t) => t("in-kind:field.name"),
    value: ({ name }) => name,
    cell: ({ id, name }) => <RowLink to={`${giftsInKindPath}/${id}`}>{name}</RowLink>,
    sortable: true,
  },
  {
    key: "receivedOn",
    header: (t) => t("in-kind:field.receivedOn"),
    value: ({ receivedOn }) => receivedOn,
    cell: ({ receivedOn }, _, locale) => (
      <span className="whitespace-nowrap">{formatDate(locale, `${receivedOn}T12:00:00Z`, "short")}</span>
    ),
    sortable: true,
    card: "line",
  },
  {
    key: "category",
    header: (t) => t("in-kind:field.category"),
    value: ({ category }, t) => t(`in-kind:category.${category}`),
    card: "line",
  },
  { key: "description", header: (t) => t("in-kind:field.description"), value: ({ description }) => description, card: "fact" },
  { key: "email", header: (t) => t("in-kind:field.email"), value: ({ email }) => email, hiddenByDefault: true },
  {
    key: "valueState",
    header: (t) => t("in-kind:field.valueState"),
    value: ({ valueState }, t) => (valueState ? t(`in-kind:valueState.${valueState}`) : null),
    card: "fact",
  },
  {
    key: "valueCents",
    header: (t) => t("in-kind:field.valueCents"),
    value: ({ valueCents }) => valueCents && valueCents / 100,
    cell: ({ valueCents }, _, locale) => (valueCents ? <span className="tabular-nums">{formatEuros(locale, valueCents)}</span> : null),
    card: "none",
  },
  {
    key: "thankedAt",
    header: (t) => t("in-kind:field.thankedAt"),
    value: ({ thankedAt }) => thankedAt && new Date(thankedAt),
    card: "none",
  },
  { key: "recordedBy", header: (t) => t("in-kind:field.recordedBy"), value: ({ recordedBy }) => recordedBy, hiddenByDefault: true },
];

export function useGiftFilters({ query, choices }: Narrowed<GiftsInKindQuery>): Filter[] {
  const { t } = useTranslation("in-kind");
  return [
    choiceFilter("category", t("field.category"), query, choices.category, (value) => t(`category.${value}`)),
    choiceFilter("value", t("field.valueState"), query, choices.value, (value) => t(`valueState.${value}`)),
    useDecidableFilter(query.decidable),
    rangeFilter("day", "receivedOn", t("field.receivedOn"), query),
  ];
}
