import { useTranslation } from "react-i18next";
import type { ImpactMonth, MonthlyRecord } from "#contract/charity/monthly-records";
import { hoursOf } from "#contract/charity/record-units";
import { formatDate } from "~/ui/local-date";
import { formatNumber } from "~/ui/number";
import { usePage } from "~/ui/page-context";
import { middleOf } from "./record-months";

type Props = { countedFrom: string; month?: string; record: MonthlyRecord | null; months: ImpactMonth[] };

/** Since when the software counts kits and hours, what it counted in the month of the form, and what was recorded there before and counts no more. */
export function CountedFigures({ countedFrom, month, record, months }: Props) {
  const { t } = useTranslation("sectors");
  const { locale } = usePage();
  const named = (one: string) => formatDate(locale, middleOf(one), "month");
  const found = month && month >= countedFrom ? months.find((one) => one.month === month) : undefined;
  const counted = record?.counted ? { kits: record.counted.kits, hours: hoursOf(record.counted) } : found;
  const figures = ({ kits, hours }: { kits: number; hours: number }) =>
    t("counting.both", { kits: formatNumber(locale, kits), hours: formatNumber(locale, hours) });
  const isReplaced = record?.counted && (record.kits > 0 || record.volunteerMinutes > 0);
  return (
    <p className="rounded-lg bg-info-soft p-4">
      {t(record ? "counting.here" : "counting.since", { month: named(countedFrom) })}
      {counted && month && ` ${t("counting.ofMonth", { month: named(month), figures: figures(counted) })}`}
      {!record && ` ${t("counting.zeros")}`}
      {isReplaced && ` ${t("counting.replaced", { figures: figures({ kits: record.kits, hours: hoursOf(record) }) })}`}
    </p>
  );
}
