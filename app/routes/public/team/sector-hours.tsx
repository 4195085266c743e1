import { useTranslation } from "react-i18next";
import type { SectorPage } from "#contract/charity/sectors";
import { HoursList } from "~/subjects/sectors/hours-list";

/** When one can come to the team. */
export function SectorHours({ hours }: { hours: SectorPage["hours"] }) {
  const { t } = useTranslation("team");
  if (hours.length === 0) return null;
  return (
    <section aria-labelledby="hours">
      <h2 id="hours" className="title-section mb-5">
        {t("hours.title")}
      </h2>
      <HoursList hours={hours} />
    </section>
  );
}
