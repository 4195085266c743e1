import { useTranslation } from "react-i18next";
import type { StaffMember, TrackingFigures, TrackingQuery, TrackingRow, TrackingShow } from "#contract/accounts/tracking";
import { trackingShows } from "#contract/accounts/tracking";
import type { Narrowed } from "~/lists/choices.server";
import { CellText, type Column, emptyCell, RowLink } from "~/lists/column";
import { choiceFilter, type Filter } from "~/lists/filter";
import { DueBadge, VisibilityBadge } from "~/subjects/tracking/badges";
import { Pills } from "~/ui/pills";

/** Wide enough not to be broken after each word. */
const Title = ({ title }: { title: string }) => (
  <span className="inline-block min-w-44 max-sm:min-w-0">
    <CellText text={title} />
  </span>
);

export const trackingColumns: Column<TrackingRow>[] = [
  {
    key: "person",
    header: (t) => t("tracking:column.person"),
    value: ({ person }) => person,
    cell: ({ id, correctsId, person, sector }) => (
      <>
        <RowLink to={`/dashboard/admin/tracking/${correctsId ?? id}`}>{person}</RowLink>
        {sector && <small className="muted block max-sm:hidden">{sector}</small>}
      </>
    ),
  },
  {
    key: "due",
    header: (t) => t("tracking:column.due"),
    value: ({ nextActionAt }) => (nextActionAt ? new Date(nextActionAt) : null),
    cell: (entry) => (entry.nextActionAt ? <DueBadge entry={entry} /> : emptyCell),
    sortable: true,
    card: "corner",
  },
  {
    key: "title",
    header: (t) => t("tracking:column.title"),
    value: ({ title }) => title,
    cell: ({ title }) => <Title title={title} />,
    card: "fact",
  },
  { key: "kind", header: (t) => t("tracking:column.kind"), value: ({ kind }, t) => t(`tracking:kind.${kind}`), card: "line" },
  {
    key: "assignee",
    header: (t) => t("tracking:column.assignee"),
    value: ({ assignee, mine }, t) => (mine ? t("tracking:you") : assignee),
    card: "named",
  },
  {
    key: "visibility",
    header: (t) => t("tracking:column.visibility"),
    value: ({ visibility }, t) => t(`tracking:visibility.${visibility}`),
    cell: ({ visibility }) => <VisibilityBadge visibility={visibility} />,
    card: "none",
  },
  {
    key: "occurredAt",
    header: (t) => t("tracking:column.occurredAt"),
    value: ({ occurredAt }) => new Date(occurredAt),
    sortable: true,
    card: "line",
  },
  {
    key: "author",
    header: (t) => t("tracking:column.author"),
    value: ({ author, own }, t) => (own ? t("tracking:you") : author),
    hiddenByDefault: true,
  },
  { key: "team", header: (t) => t("tracking:column.team"), value: ({ sector }) => sector, hiddenByDefault: true },
  { key: "body", header: (t) => t("tracking:column.body"), value: ({ body }) => body, hiddenByDefault: true },
  {
    key: "doneAt",
    header: (t) => t("tracking:column.doneAt"),
    value: ({ doneAt }) => (doneAt ? new Date(doneAt) : null),
    hiddenByDefault: true,
  },
];

type Listed = Narrowed<TrackingQuery> & { page: { items: TrackingRow[] } };

/** The person, whom a link to the list names, is called by the name that the rows have. */
export function useTrackingFilters({ query, choices, page }: Listed, staff: StaffMember[]): Filter[] {
  const { t } = useTranslation("tracking");
  return [
    choiceFilter("due", t("filter.due"), query, choices.due, (value) => t(`due.${value}`)),
    choiceFilter("kind", t("filter.kind"), query, choices.kind, (value) => t(`kind.${value}`)),
    {
      name: "author",
      label: t("filter.author"),
      value: query.author,
      choices: staff.map(({ id, name, own }) => ({ value: id, label: own ? t("form.own", { name }) : name })),
    },
    ...(query.person
      ? [
          {
            name: "person",
            label: t("filter.person"),
            value: query.person,
            choices: [{ value: query.person, label: page.items[0]?.person ?? t("filter.thisPerson") }],
          },
        ]
      : []),
  ];
}

const path = "/dashboard/admin/tracking";
const paths: Record<TrackingShow, string> = {
  open: path,
  mine: `${path}?show=mine`,
  nobody: `${path}?show=nobody`,
  done: `${path}?show=done&sort=occurredAt&order=desc`,
  all: `${path}?show=all&sort=occurredAt&order=desc`,
};

/** Which entries are shown: next actions first, with their numbers. */
export function ShownPills({ shown, figures }: { shown: TrackingShow; figures: TrackingFigures }) {
  const { t } = useTranslation("tracking");
  const label = (show: TrackingShow) =>
    show === "done" || show === "all" ? t(`shows.${show}`) : t(`shows.${show}`, { count: figures[show] });
  return (
    <Pills
      label={t("shows.label")}
      links={trackingShows.map((show) => ({ to: paths[show], label: label(show), current: show === shown }))}
    />
  );
}
