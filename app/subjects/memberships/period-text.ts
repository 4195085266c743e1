import { isForLife } from "#contract/charity/lifetime";
import type { Membership } from "#contract/charity/memberships";
import { writtenDay } from "#contract/formats/france-time";
import type { Locale } from "#contract/formats/locale";
import type { Translate } from "~/i18n/translate";

/** From when to when a membership is, in words. */
export function periodText(locale: Locale, t: Translate, { startDate, endDate }: Pick<Membership, "startDate" | "endDate">): string {
  const from = writtenDay(locale, startDate);
  return isForLife({ endDate })
    ? t("memberships:rangeForLife", { from })
    : t("memberships:range", { from, to: writtenDay(locale, endDate) });
}
