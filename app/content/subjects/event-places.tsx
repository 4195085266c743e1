import { CalendarX, Repeat } from "lucide";
import type { ContentRow } from "#contract/publishing/content";
import { type Column, emptyCell } from "~/lists/column";
import { Badge } from "~/ui/badge";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";

/** How full an event is, and how many people wait for a place. */
export const eventPlaces: Column<ContentRow> = {
  key: "places",
  header: (t) => t("content:events.own.places"),
  value({ taken, capacity, cancelled }, t) {
    if (cancelled) return t("content:events.own.cancelled");
    if (typeof taken !== "number") return null;
    return typeof capacity === "number" ? t("content:events.own.ofPlaces", { taken, capacity }) : taken;
  },
  cell(row, t, locale) {
    const value = eventPlaces.value(row, t, locale);
    if (value === null) return emptyCell;
    if (row.cancelled)
      return (
        <Badge meaning="warning" icon={CalendarX}>
          {value as string}
        </Badge>
      );
    const count = Number(row.waiting);
    return (
      <>
        <span className="whitespace-nowrap">{value as string | number}</span>
        {count > 0 && <span className="muted block whitespace-nowrap text-sm">{t("content:events.own.waiting", { count })}</span>}
      </>
    );
  },
  card: "named",
};

/** Whether an event is one of a series, with a link to the other dates. */
export const eventSeries: Column<ContentRow> = {
  key: "series",
  header: (t) => t("content:events.own.series"),
  value: ({ seriesDates }, t) => (typeof seriesDates === "number" ? t("content:events.own.seriesDates", { count: seriesDates }) : null),
  cell(row, t, locale) {
    const value = eventSeries.value(row, t, locale);
    if (value === null) return emptyCell;
    return (
      <Link to={`/dashboard/admin/events/${row.id}/series`} className="whitespace-nowrap">
        <Icon of={Repeat} className="mr-1 inline size-4" />
        {value as string}
      </Link>
    );
  },
  card: "named",
};
