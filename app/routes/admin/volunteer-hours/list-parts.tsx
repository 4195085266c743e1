import { useTranslation } from "react-i18next";
import type { HoursQuery, StaffHoursRow } from "#contract/charity/volunteer-hours-admin";
import { decimalHours, hoursText } from "#contract/formats/hours";
import { readIn } from "#contract/formats/localized-text";
import type { Narrowed } from "~/lists/choices.server";
import { type Column, RowLink } from "~/lists/column";
import { useDecidableFilter } from "~/lists/decidable-filter";
import { choiceFilter, type Filter, rangeFilter } from "~/lists/filter";
import { missionOf } from "~/subjects/hours/activity-text";
import { HoursBadge } from "~/subjects/hours/hours-badge";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { useAge } from "~/ui/waiting-age";

const path = "/dashboard/admin/volunteer-hours";
const noon = (day: string) => `${day}T12:00:00Z`;

/** The state as text: of one's own, that somebody else decides. */
export const hoursColumns: Column<StaffHoursRow>[] = [
  {
    key: "name",
    header: (t) => t("hours:column.person"),
    value: ({ name }) => name,
    cell: ({ id, name }) => <RowLink to={`${path}/${id}`}>{name}</RowLink>,
  },
  {
    key: "status",
    header: (t) => t("hours:column.status"),
    value: ({ status }, t) => t(`hours:status.${status}`),
    cell: ({ status, isOwn }, t) => (
      <>
        <HoursBadge status={status} />
        {isOwn && status === "submitted" && <small className="muted block">{t("hours:list.own")}</small>}
      </>
    ),
  },
  {
    key: "mission",
    header: (t) => t("hours:column.mission"),
    value: (row, t, locale) => missionOf(row, t, locale),
    card: "fact",
  },
  {
    key: "activity",
    header: (t) => t("hours:column.activity"),
    value: ({ activity }, t) => t(`hours:activity.${activity}`),
    hiddenByDefault: true,
  },
  {
    key: "date",
    header: (t) => t("hours:column.day"),
    value: ({ date }) => date,
    cell: ({ date }, _, locale) => <span className="whitespace-nowrap">{formatDate(locale, noon(date), "short")}</span>,
    sortable: true,
    card: "line",
  },
  {
    key: "minutes",
    header: (t) => t("hours:column.duration"),
    value: ({ minutes }) => decimalHours(minutes),
    cell: ({ minutes }, _, locale) => hoursText(locale, minutes),
    sortable: true,
    numeric: true,
    card: "line",
  },
  { key: "source", header: (t) => t("hours:column.source"), value: ({ source }, t) => t(`hours:source.${source}`), card: "none" },
  { key: "sector", header: (t) => t("hours:column.sector"), value: ({ sector }) => sector, card: "none" },
  {
    key: "remark",
    header: (t) => t("hours:column.remark"),
    value: ({ remark }, t) => (remark ? t(`hours:remark.${remark}`) : null),
    cell: ({ remark }, t) => remark && <span className="text-warning">{t(`hours:remark.${remark}`)}</span>,
    card: "fact",
  },
  {
    key: "since",
    header: (t) => t("hours:column.since"),
    value: ({ submittedAt }) => new Date(submittedAt),
    cell: ({ submittedAt, status }, _, locale) =>
      status === "submitted" ? <Waiting since={submittedAt} /> : formatDate(locale, submittedAt, "short"),
    sortable: true,
    card: "none",
  },
  { key: "validator", header: (t) => t("hours:column.validator"), value: ({ validator }) => validator, hiddenByDefault: true },
  {
    key: "rateCents",
    header: (t) => t("hours:column.value"),
    value: ({ rateCents }) => (rateCents === null ? null : rateCents / 100),
    numeric: true,
    hiddenByDefault: true,
  },
];

/** The filters of the list; `person` is the name of whose hours alone are shown. */
export function useHoursFilters(
  { query, choices }: Narrowed<HoursQuery>,
  sectors: { id: string; name: string }[],
  first?: Pick<StaffHoursRow, "name" | "event">,
): Filter[] {
  const { t } = useTranslation("hours");
  const { locale } = usePage();
  return [
    choiceFilter("status", t("column.status"), query, choices.status, (value) => t(`status.${value}`)),
    {
      name: "sectorId",
      label: t("column.sector"),
      value: query.sectorId,
      choices: sectors.map(({ id, name }) => ({ value: id, label: name })),
    },
    choiceFilter("source", t("column.source"), query, choices.source, (value) => t(`source.${value}`)),
    choiceFilter("outliers", t("column.remark"), query, choices.outliers, (value) => t(`list.outliers.${value}`)),
    useDecidableFilter(query.decidable),
    ...onlyOne("userId", t("column.person"), query.userId, first?.name ?? t("list.onePerson")),
    ...onlyOne("eventId", t("column.event"), query.eventId, first?.event ? readIn(locale, first.event).text : t("list.oneEvent")),
    rangeFilter("day", "date", t("column.day"), query),
  ];
}

/** A filter by one record, which other pages lead to: it is only there once it is set. */
const onlyOne = (name: "userId" | "eventId", label: string, value: string | undefined, text: string): Filter[] =>
  value ? [{ name, label, value, choices: [{ value, label: text }] }] : [];

/** How long an entry has waited for a decision. */
function Waiting({ since }: { since: string }) {
  return <span className="font-semibold whitespace-nowrap">{useAge(since)}</span>;
}
