import { ChevronLeft, ChevronRight } from "lucide";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { franceDay } from "#contract/formats/france-time";
import { languageTags } from "#contract/formats/locale";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { daysOf, type Month } from "./month";

type Dated = { id: string; startsAt: string };
type Props<Event extends Dated> = {
  month: string;
  today: string;
  events: Event[];
  previous: string | null;
  next: string | null;
  /** What the colours of the cells mean. */
  legend: string;
  /** An event in the cell of its day, and in the list under the table. */
  inCell: (event: Event) => ReactNode;
  inList: (event: Event) => ReactNode;
};

/** A month as a table: words in the cells where there is room, and on a phone the days lead to the list below. */
export function MonthTable<Event extends Dated>(props: Props<Event>) {
  const { month: name, today, events, previous, next, legend, inCell, inList } = props;
  const { t } = useTranslation("events");
  const { locale } = usePage();
  const month = daysOf(name);
  const byDay = Map.groupBy(events, ({ startsAt }) => franceDay(new Date(startsAt)));
  const title = formatDate(locale, `${name}-15T12:00:00Z`, "month");
  return (
    <>
      <nav className="flex items-center justify-between gap-3" aria-label={t("month.label")}>
        <Turn to={previous} label={t("month.previous")} icon={ChevronLeft} />
        <h2 className="panel-title first-letter:uppercase">{title}</h2>
        <Turn to={next} label={t("month.next")} icon={ChevronRight} />
      </nav>
      <div className="overflow-hidden rounded-2xl border border-line bg-surface">
        <table className="w-full table-fixed border-collapse text-sm">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr>
              {month.weeks[0]?.map((day) => (
                <th key={day} scope="col" className="border-b border-line py-2 text-center font-semibold">
                  {weekday(locale, day, "short")}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {month.weeks.map((week) => (
              <tr key={week[0]}>
                {week.map((day) => (
                  <DayCell key={day} day={day} month={month} today={today} events={byDay.get(day) ?? []} inCell={inCell} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="muted max-lg:hidden">{legend}</p>
      <div className="grid gap-5 lg:hidden">
        {[...byDay].map(([day, those]) => (
          <div key={day} id={`day-${day}`}>
            <Panel title={capitalised(formatDate(locale, `${day}T12:00:00Z`, "weekday"))}>
              <ul className="rows">{those.map(inList)}</ul>
            </Panel>
          </div>
        ))}
      </div>
    </>
  );
}

function Turn({ to, label, icon }: { to: string | null; label: string; icon: typeof ChevronLeft }) {
  if (!to) return <span className="size-11" />;
  return (
    <Link to={to} className="flex size-11 items-center justify-center rounded-full text-ink hover:bg-primary-soft" aria-label={label}>
      <Icon of={icon} />
    </Link>
  );
}

type CellProps<Event extends Dated> = Pick<Props<Event>, "today" | "events" | "inCell"> & { day: string; month: Month };

function DayCell<Event extends Dated>({ day, month, today, events, inCell }: CellProps<Event>) {
  const { t } = useTranslation("events");
  const { locale } = usePage();
  const isOutside = day < month.first || day > month.last;
  const number = String(Number(day.slice(8)));
  const ring = day === today ? "rounded-full border-2 border-primary font-bold" : events.length > 0 ? "font-bold" : "muted";
  return (
    <td className={`border border-line p-1 align-top lg:h-24 lg:p-1.5 ${isOutside ? "bg-ground" : ""}`}>
      <span className={`inline-block px-1.5 max-lg:hidden ${ring}`}>
        {number}
        <DayName locale={locale} day={day} today={day === today ? t("month.today") : ""} />
      </span>
      {events.length === 0 ? (
        <span className={`flex h-11 items-center justify-center lg:hidden ${day === today ? "font-bold" : "muted"}`}>{number}</span>
      ) : (
        <Link
          to={`#day-${day}`}
          className="grid h-11 place-items-center font-bold lg:hidden"
          aria-label={t("month.day", { day: dayText(locale, day), count: events.length })}
        >
          {number}
        </Link>
      )}
      {events.length > 0 && (
        <ul className="grid gap-1 max-lg:hidden">
          {events.map((event) => (
            <li key={event.id}>{inCell(event)}</li>
          ))}
        </ul>
      )}
    </td>
  );
}

/** The month and weekday of a cell, for who does not see its place in the table. */
function DayName({ locale, day, today }: { locale: "fr" | "en"; day: string; today: string }) {
  return <span className="sr-only">{`, ${[dayText(locale, day), today].filter(Boolean).join(", ")}`}</span>;
}

const dayText = (locale: "fr" | "en", day: string) => formatDate(locale, `${day}T12:00:00Z`, "weekday");
const weekday = (locale: "fr" | "en", day: string, style: "short" | "long") =>
  new Intl.DateTimeFormat(languageTags[locale], { weekday: style, timeZone: "UTC" }).format(new Date(`${day}T12:00:00Z`));
const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
