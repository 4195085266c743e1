import { franceDay, hourText } from "#contract/formats/france-time";
import type { Locale } from "#contract/formats/locale";
import type { Translate } from "~/i18n/translate";
import { type DateStyle, formatDate } from "~/ui/local-date";

/** When something begins. */
export function startText(locale: Locale, t: Translate, startsAt: string): string {
  const start = new Date(startsAt);
  return t("events:start", { day: formatDate(locale, start, "weekday"), from: hourText(locale, start) });
}

type Times = { startsAt: string; endsAt: string };

/** The time of an event: day and hours, or two days when it ends on another one. A near day is shown without the year. */
export function timeText(locale: Locale, t: Translate, { startsAt, endsAt }: Times, style: DateStyle = "weekday"): string {
  const [start, end] = [new Date(startsAt), new Date(endsAt)];
  const day = formatDate(locale, start, style);
  const hours = { from: hourText(locale, start), to: hourText(locale, end) };
  if (franceDay(start) === franceDay(end)) return t("events:when", { day, ...hours });
  return t("events:whenDays", { day, lastDay: formatDate(locale, end, style), ...hours });
}
