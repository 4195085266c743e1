import { CalendarX } from "lucide";
import { useTranslation } from "react-i18next";
import type { EventSeries, SeriesDate } from "#contract/charity/event-series";
import { readRrule } from "#contract/charity/series-rule";
import { useTranslate } from "~/i18n/use-translate";
import { timeText } from "~/subjects/events/event-times";
import { Badge } from "~/ui/badge";
import { Link } from "~/ui/link";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { StatusBadge } from "~/ui/status-badge";
import { ruleText } from "./series-words";

type Props = { event: EventSeries["event"]; series: NonNullable<EventSeries["series"]>; dates: SeriesDate[] };

/** How an event is repeated, and all its dates with the number of their registrations. */
export function SeriesList({ event, series: { rrule, startsLocal, excluded }, dates }: Props) {
  const { t } = useTranslation("event-series");
  const translate = useTranslate();
  const { locale } = usePage();
  const left = new Intl.ListFormat(locale).format(excluded.map((day) => formatDate(locale, `${day}T12:00:00Z`, "full")));
  return (
    <Panel title={t("list.title", { count: dates.length })}>
      <p>{ruleText(locale, translate, readRrule(rrule), startsLocal.slice(0, 10))}.</p>
      {excluded.length > 0 && <p className="muted">{t("list.excluded", { days: left, count: excluded.length })}</p>}
      <ol className="rows mt-3">
        {dates.map((date) => (
          <li key={date.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <Link
              to={`/dashboard/admin/events/${date.id}`}
              className="min-h-11 content-center"
              aria-current={date.id === event.id || undefined}
            >
              {timeText(locale, translate, date, "whole")}
            </Link>
            <span className="flex flex-wrap items-center gap-2">
              {date.id === event.id && <span className="muted">{t("list.this")}</span>}
              {date.people > 0 && <span className="muted">{t("list.people", { count: date.people })}</span>}
              {date.cancelled ? (
                <Badge meaning="warning" icon={CalendarX}>
                  {t("list.cancelled")}
                </Badge>
              ) : (
                <StatusBadge status={date.status} />
              )}
            </span>
          </li>
        ))}
      </ol>
      <p className="muted mt-3">{t("list.hint")}</p>
    </Panel>
  );
}
