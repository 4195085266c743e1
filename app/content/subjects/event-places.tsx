import { CalendarX, Repeat } from "lucide";
import type { Localized } from "#contract/formats/localized";
import { readIn } from "#contract/formats/localized-text";
import type { ContentRow } from "#contract/publishing/content";
import { type Column, emptyCell } from "~/lists/column";
import { Badge } from "~/ui/badge";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";

/** How full an event is, how many requests have no answer, and how many people wait for a place. */
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
    const pending = Number(row.pending);
    return (
      <>
        <span className="whitespace-nowrap">{value as string | number}</span>
        {pending > 0 && (
          <span className="block whitespace-nowrap font-semibold text-sm">{t("content:events.own.pending", { count: pending })}</span>
        )}
        {count > 0 && <span className="muted block whitespace-nowrap text-sm">{t("content:events.own.waiting", { count })}</span>}
      </>
    );
  },
  card: "named",
};

/** The series of an event by its name, with a link to the other dates. */
export const eventSeries: Column<ContentRow> = {
  key: "series",
  header: (t) => t("content:events.own.series"),
  value({ seriesTitle, seriesDates }, t, locale) {
    if (!seriesTitle || typeof seriesDates !== "number") return null;
    const dates = t("content:events.own.seriesDates", { count: seriesDates });
    return `${readIn(locale, seriesTitle as Localized).text} (${dates})`;
  },
  cell(row, t, locale) {
    const { id, seriesTitle, seriesDates } = row;
    if (eventSeries.value(row, t, locale) === null) return emptyCell;
    return (
      <>
        <Link to={`/dashboard/admin/events/${id}/series`}>
          <Icon of={Repeat} className="mr-1 inline size-4" />
          {readIn(locale, seriesTitle as Localized).text}
        </Link>
        <span className="muted block whitespace-nowrap text-sm">{t("content:events.own.seriesDates", { count: Number(seriesDates) })}</span>
      </>
    );
  },
  card: "named",
};
