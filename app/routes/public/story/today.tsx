import { useTranslation } from "react-i18next";
import type { PublicFigures } from "#contract/charity/dashboard";
import type { ImpactMonth } from "#contract/charity/monthly-records";
import { usePageText } from "~/content/page-texts/use-page-text";
import { useRootData } from "~/layouts/root-data";
import { KitsByMonth } from "~/subjects/sectors/kits-by-month";
import { CountedOn } from "~/ui/counted-on";
import { formatNumber } from "~/ui/number";
import { usePage } from "~/ui/page-context";

type Counts = Pick<PublicFigures, "sectors" | "kits" | "kilograms" | "hours">;

/** Texts that staff may change are stored by these names. */
const labels = { sectors: "figures.teams", kits: "figures.kits", kilograms: "figures.kilograms", hours: "figures.hours" } as const;

/** The charity in figures: from the database, or set by staff. */
export function Today({ counts, months, day }: { counts: Counts; months: ImpactMonth[]; day: string }) {
  const { t: counted } = useTranslation("story");
  const t = usePageText("story");
  const { locale } = usePage();
  const foundedIn = useRootData()?.settings.foundedIn;
  const years = foundedIn ? new Date().getFullYear() - foundedIn : 0;
  const figures = [
    ...(["sectors", "kits", "kilograms", "hours"] as const)
      .filter((name) => counts[name] > 0)
      .map((name) => ({ figure: counts[name], label: t(labels[name]) })),
    ...(years > 0 ? [{ figure: years, label: counted("figures.years", { count: years }) }] : []),
  ];
  return (
    <section className="pb-section" aria-labelledby="today">
      <h2 id="today" className="sr-only">
        {t("figures.title")}
      </h2>
      <dl className="grid gap-8 border-t-2 border-[#3d3437] pt-10 lg:grid-cols-3">
        {figures.map(({ figure, label }) => (
          <div key={label} className="flex flex-col-reverse">
            <dt className="mt-1 text-neutral-on-black">{label}</dt>
            <dd className="text-[clamp(3rem,1.5rem+5vw,5.5rem)] leading-[0.95] font-extrabold tracking-[-0.05em]">
              {formatNumber(locale, figure)}
            </dd>
          </div>
        ))}
      </dl>
      <KitsByMonth months={months} className="mt-10 max-w-3xl" />
      <CountedOn day={day} className="mt-6 text-sm text-neutral-on-black" />
    </section>
  );
}
