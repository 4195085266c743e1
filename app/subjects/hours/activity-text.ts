import type { HoursRow } from "#contract/charity/volunteer-hours";
import type { Locale } from "#contract/formats/locale";
import { readIn } from "#contract/formats/localized-text";
import type { Translate } from "~/i18n/translate";

/** What hours were for: the event, what the person wrote, or the activity. */
export function missionOf({ event, description, activity }: HoursRow, t: Translate, locale: Locale): string {
  return event ? readIn(locale, event).text : description || t(`hours:activity.${activity}`);
}
