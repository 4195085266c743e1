import { useTranslation } from "react-i18next";
import type { SectorCard } from "#contract/charity/sectors";
import { Link } from "~/ui/link";
import { LocalizedText } from "~/ui/localized-text";

/** The local teams by name, each with its own line. */
export function SectorList({ sectors }: { sectors: SectorCard[] }) {
  const { t } = useTranslation("team");
  return (
    <section className="pt-section" aria-labelledby="local">
      <h2 id="local" className="title-section mb-8">
        {t("local.title")}
      </h2>
      <ul className="grid gap-x-10 wrap-anywhere sm:grid-cols-2 lg:grid-cols-3">
        {sectors.map(({ id, slug, name, slogan, postcode }) => (
          <li key={id} className="border-t-2 border-line">
            <Link className="group block py-5 text-ink no-underline" to={`/team/${slug}`}>
              <span className="flex items-baseline justify-between gap-4">
                <b className="title-card font-extrabold group-hover:underline">{name}</b>
                <span className="muted flex-none text-sm tabular-nums">{postcode}</span>
              </span>
              {slogan?.fr && (
                <span className="mt-1 block text-neutral-dark">
                  <LocalizedText of={slogan} mark />
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
