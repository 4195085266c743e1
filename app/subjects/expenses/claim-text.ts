import type { ClaimRow } from "#contract/charity/expense-claims";
import { type Locale, languageTags } from "#contract/formats/locale";
import type { Translate } from "~/i18n/translate";
import { formatNumber } from "~/ui/number";

/** What a kilometre is worth, as people read it: 0,529 €. */
export const formatRate = (locale: Locale, milliEuros: number) =>
  new Intl.NumberFormat(languageTags[locale], { style: "currency", currency: "EUR", maximumFractionDigits: 3 }).format(milliEuros / 1_000);

/** What was spent: a journey with its vehicle, distance and rate, or a purchase. */
export function claimText({ vehicle, kilometres, milliEuros }: ClaimRow, t: Translate, locale: Locale): string {
  if (!vehicle || kilometres === null || milliEuros === null) return t("expenses:cost");
  const distance = formatNumber(locale, kilometres);
  return t("expenses:journey", { vehicle: t(`expenses:vehicle.${vehicle}`), distance, rate: formatRate(locale, milliEuros) });
}
