import { ArrowRight } from "lucide";
import { Trans, useTranslation } from "react-i18next";
import type * as z from "zod";
import type { PublicFigures } from "#contract/charity/dashboard";
import { usePageText } from "~/content/page-texts/use-page-text";
import { CountedOn } from "~/ui/counted-on";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { formatNumber } from "~/ui/number";
import { usePage } from "~/ui/page-context";

/** Figures from the database under one sentence, which names two cities when there are several. */
export function Figures({ figures, today }: { figures: z.infer<typeof PublicFigures>; today: string }) {
  const { sectors, cities, kits, kilograms, hours, volunteers } = figures;
  const { t } = useTranslation("home");
  const pageText = usePageText("home");
  const { locale } = usePage();
  const figure = <b className="text-primary" />;
  const counted = { kits, kilograms, hours, volunteers };
  const known = (Object.keys(counted) as (keyof typeof counted)[]).filter((name) => counted[name] > 0);
  if (sectors === 0) return null;
  return (
    <section className="wrap py-section" aria-labelledby="figures">
      <h2 id="figures" className="sr-only">
        {pageText("figuresTitle")}
      </h2>
      <p className="max-w-[22em] text-[length:var(--text-3xl)] leading-[1.12] font-extrabold tracking-[-0.035em]">
        <Trans
          t={t}
          i18nKey={cities.length > 1 ? "figures" : "figuresHere"}
          values={{ count: sectors, first: cities[0], last: cities.at(-1) }}
          components={{ 1: figure, 2: figure }}
        />
      </p>
      <dl className="mt-8 grid grid-cols-2 gap-x-8 gap-y-6 lg:grid-cols-4">
        {known.map((name) => (
          <div key={name} className="flex flex-col-reverse justify-end">
            <dt>{t(`counted.${name}`, { count: counted[name] })}</dt>
            <dd className="title-page font-extrabold text-primary">{formatNumber(locale, counted[name])}</dd>
          </div>
        ))}
      </dl>
      <CountedOn day={today} className="hint mt-5" />
      <p className="mt-5">
        <Link className="more" to="/story">
          {pageText("figuresCta")}
          <Icon of={ArrowRight} />
        </Link>
      </p>
    </section>
  );
}
