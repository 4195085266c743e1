import { useTranslation } from "react-i18next";
import type { SectorVisit } from "#contract/charity/sector-hours";
import { usePageText } from "~/content/page-texts/use-page-text";
import { FrancePlan } from "~/subjects/sectors/france-plan";
import { ButtonLink } from "~/ui/button";
import { OpenSector } from "./open-sector";

/** Where and when clothes can be brought: the teams whose doors open for that, on the map and one by one. */
export function DropOffs({ sectors }: { sectors: SectorVisit[] }) {
  const t = usePageText("dressed");
  const sectorTexts = useTranslation("team").t;
  return (
    <section id="points" className="wrap grid gap-x-16 gap-y-10 pt-section lg:grid-cols-[20rem_1fr]">
      <div className="grid content-start justify-items-start gap-4">
        <h2 className="title-page">{t("points.title")}</h2>
        <p className="text-lg">{t("points.text")}</p>
        {sectors.length === 0 && <ButtonLink to="/team">{t("points.cta")}</ButtonLink>}
        <FrancePlan
          others={sectors}
          label={sectorTexts("hours.dropOffMap", { count: sectors.length })}
          className="mt-2 w-full max-w-64 lg:max-w-80"
        />
      </div>
      {sectors.length > 0 && (
        <ul className="gap-x-10 wrap-anywhere sm:columns-2">
          {sectors.map((team) => (
            <OpenSector key={team.id} sector={team} />
          ))}
        </ul>
      )}
    </section>
  );
}
