import { ordinalOf, type SeriesRule, weekdays } from "#contract/charity/series-rule";
import { writtenDay } from "#contract/formats/france-time";
import { type Locale, languageTags } from "#contract/formats/locale";
import { addDays } from "#contract/formats/weeks";
import type { Translate } from "~/i18n/translate";

/** A Monday. */
const monday = "2026-01-05";

/** What a day of the week is called, by its place from Monday, 0. */
export function weekdayText(locale: Locale, at: number): string {
  return new Intl.DateTimeFormat(languageTags[locale], { weekday: "long", timeZone: "UTC" }).format(new Date(addDays(monday, at)));
}

const placeInWeek = (day: string) => (new Date(day).getUTCDay() + 6) % 7;

const dayOfMonth = (locale: Locale, day: number) => (locale === "fr" && day === 1 ? "1er" : String(day));

/** On which day of the month a monthly series takes place. */
export function monthlyText(locale: Locale, t: Translate, by: SeriesRule["monthly"], first: string): string {
  if (by === "day") return t("event-series:rule.dayOfMonth", { day: dayOfMonth(locale, Number(first.slice(8))) });
  const weekday = weekdayText(locale, placeInWeek(first));
  if (by === "last") return t("event-series:rule.last", { weekday });
  return t(`event-series:rule.nth.${ordinalOf(first) as 1 | 2 | 3 | 4}`, { weekday });
}

/** A rule in words: « Toutes les 2 semaines : lundi et mercredi, jusqu’au 3 mars 2027 ». */
export function ruleText(locale: Locale, t: Translate, rule: SeriesRule, first: string): string {
  const count = rule.interval;
  const chosen = weekdays.flatMap((name, at) => (rule.weekdays.includes(name) ? [weekdayText(locale, at)] : []));
  const days = new Intl.ListFormat(languageTags[locale]).format(chosen.length > 0 ? chosen : [weekdayText(locale, placeInWeek(first))]);
  const often =
    rule.frequency === "weekly"
      ? t("event-series:rule.weekly", { count, days })
      : t("event-series:rule.monthly", { count, day: monthlyText(locale, t, rule.monthly, first) });
  const end = rule.until
    ? t("event-series:rule.until", { day: writtenDay(locale, rule.until) })
    : t("event-series:rule.count", { count: rule.count ?? 0 });
  return `${often}, ${end}`;
}
