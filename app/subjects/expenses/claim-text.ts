import type { ClaimRow } from "#contract/charity/expense-claims";
import type { MileageRate } from "#contract/charity/mileage-rates";
import { writtenDay } from "#contract/formats/france-time";
import { type Locale, languageTags } from "#contract/formats/locale";
import type { Translate } from "~/i18n/translate";
import { formatNumber } from "~/ui/number";

/** What a kilometre is worth, as people read it: 0,529 €. */
export const formatRate = (locale: Locale, milliEuros: number) =>
  new Intl.NumberFormat(languageTags[locale], { style: "currency", currency: "EUR", maximumFractionDigits: 3 }).format(milliEuros / 1_000);

type Rate = Pick<MileageRate, "vehicle" | "milliEuros" | "validFrom" | "validTo">;

/** The vehicles of rates as choices, each with what a kilometre is worth, and on which days where that is not all of them. */
export function ratedVehicles(rates: Rate[], firstDay: string, t: Translate, locale: Locale) {
  return [...new Set(rates.map(({ vehicle }) => vehicle))].map((vehicle) => {
    const worth = rates.filter((one) => one.vehicle === vehicle).map((one) => rateText(one, firstDay, t, locale));
    return {
      value: vehicle,
      label: t("expenses:vehicleRate", { vehicle: t(`expenses:vehicle.${vehicle}`), rate: worth.join(t("expenses:rate.and")) }),
    };
  });
}

function rateText({ milliEuros, validFrom, validTo }: Rate, firstDay: string, t: Translate, locale: Locale) {
  const rate = formatRate(locale, milliEuros);
  const [from, to] = [writtenDay(locale, validFrom), validTo ? writtenDay(locale, validTo) : ""];
  if (validFrom <= firstDay) return validTo ? t("expenses:rate.until", { rate, to }) : t("expenses:rate.always", { rate });
  return validTo ? t("expenses:rate.between", { rate, from, to }) : t("expenses:rate.since", { rate, from });
}

/** What was spent: a journey with its vehicle, distance and rate, or a purchase. */
export function claimText({ vehicle, kilometres, milliEuros, raisePercent }: ClaimRow, t: Translate, locale: Locale): string {
  if (!vehicle || kilometres === null || milliEuros === null) return t("expenses:cost");
  const distance = formatNumber(locale, kilometres);
  const about = { vehicle: t(`expenses:vehicle.${vehicle}`), distance, rate: formatRate(locale, milliEuros) };
  const journey = t("expenses:journey", about);
  return raisePercent > 0 ? t("expenses:raised", { journey, percent: formatNumber(locale, raisePercent) }) : journey;
}
