import { useTranslation } from "react-i18next";
import type { SectorVisit } from "#contract/charity/sector-hours";
import { HoursList } from "~/subjects/sectors/hours-list";
import { Link } from "~/ui/link";

/** Opening hours and addresses by team; the requested one is open. */
export function Visits({ visits, chosen }: { visits: SectorVisit[]; chosen?: string }) {
  const { t } = useTranslation("team");
  if (visits.length === 0) return null;
  return (
    <section className="pt-section" aria-labelledby="visits">
      <h2 id="visits" className="title-section">
        {t("hours.visits")}
      </h2>
      <p className="mt-3 mb-6 text-lg">{t("hours.visitsText")}</p>
      <div className="gap-x-10 md:columns-2">
        {visits.map(({ id, slug, name, addressLine, postcode, city, hours }) => (
          <details key={id} className="break-inside-avoid border-t-2 border-line py-4" open={id === chosen}>
            <summary className="title-card cursor-pointer font-extrabold">{name}</summary>
            <div className="mt-4 grid gap-4">
              {addressLine && (
                <address className="not-italic">
                  {addressLine}, {postcode} {city}
                </address>
              )}
              <HoursList hours={hours} />
              <p>
                <Link className="more" to={`/team/${slug}`}>
                  {t("hours.see", { name })}
                </Link>
              </p>
            </div>
          </details>
        ))}
      </div>
    </section>
  );
}
