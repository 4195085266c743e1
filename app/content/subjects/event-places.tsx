import { CalendarX } from "lucide";
import type { ContentRow } from "#contract/publishing/content";
import { type Column, emptyCell } from "~/lists/column";
import { Badge } from "~/ui/badge";

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
