import { useTranslation } from "react-i18next";
import type { ImpactMonth, ImpactTotals } from "#contract/charity/monthly-records";
import { KitsByMonth } from "~/subjects/sectors/kits-by-month";
import { CountedOn } from "~/ui/counted-on";
import { formatNumber } from "~/ui/number";
import { usePage } from "~/ui/page-context";

const names = ["kits", "kilograms", "hours"] as const;

/** What the team has done, by its own records. */
export function SectorImpactTotals({ impactTotals, months, today }: { impactTotals: ImpactTotals; months: ImpactMonth[]; today: string }) {
  const { t } = useTranslation("team");
  const { locale } = usePage();
  const known = names.filter((name) => impactTotals[name] > 0);
  if (known.length === 0) return null;
  return (
    <section aria-labelledby="impact-totals">
      <h2 id="impact-totals" className="title-section mb-5">
        {t("one.impactTotals.title")}
      </h2>
      <dl className="grid gap-6 sm:grid-cols-3">
        {known.map((name) => (
          <div key={name} className="flex flex-col-reverse justify-end">
            <dt className="mt-1 text-neutral-dark">{t(`one.impactTotals.${name}`, { count: impactTotals[name] })}</dt>
            <dd className="title-page font-extrabold text-primary">{formatNumber(locale, impactTotals[name])}</dd>
          </div>
        ))}
      </dl>
      <KitsByMonth months={months} />
      <CountedOn day={today} className="hint mt-5" />
    </section>
  );
}
