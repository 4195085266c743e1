import { franceDay, hourText } from "#contract/formats/france-time";
import type { Locale } from "#contract/formats/locale";
import type { Localized } from "#contract/formats/localized";
import { readIn } from "#contract/formats/localized-text";
import type { Translate } from "~/i18n/translate";
import { formatDate } from "~/ui/local-date";

/** A group of places of an event; ISO times, null where it has the hours of its event. */
type Slot = { label: Localized; startsAt: string | null; endsAt?: string | null };

/** What tells a slot from others with the same hours: the name of its group, and its day where that is not the day on which the event begins. */
export function slotGroup(locale: Locale, { label, startsAt }: Slot, eventStartsAt: string): string {
  const start = new Date(startsAt ?? eventStartsAt);
  const isOtherDay = franceDay(start) !== franceDay(new Date(eventStartsAt));
  return [readIn(locale, label).text, isOtherDay && formatDate(locale, start, "weekday")].filter(Boolean).join(", ");
}

/** The same with its hours, or the hour at which it begins. */
export function slotText(locale: Locale, t: Translate, slot: Slot, eventStartsAt: string): string {
  const { startsAt, endsAt } = slot;
  const from = startsAt && hourText(locale, new Date(startsAt));
  const hours = from && endsAt ? t("events:register.slot", { from, to: hourText(locale, new Date(endsAt)) }) : from;
  return [slotGroup(locale, slot, eventStartsAt), hours].filter(Boolean).join(", ");
}
