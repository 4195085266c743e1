import { useTranslation } from "react-i18next";
import type { SectorHours } from "#contract/charity/sector-hours";
import type { FormAnswer } from "~/forms/submission.server";
import { ButtonLink } from "~/ui/button";
import { HoursForm } from "./hours-form";
import { HoursWeek } from "./hours-week";

/** The week of a sector, with a form to add an opening; `overview` is the path back. */
export function HoursPage({
  name,
  hours,
  overview,
  answer,
}: {
  name: string;
  hours: SectorHours[];
  overview: string;
  answer?: FormAnswer;
}) {
  const { t } = useTranslation("sectors");
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="office-title">{t("hours.title", { name })}</h1>
        <ButtonLink variant="line" to={overview}>
          {t("hours.sheet")}
        </ButtonLink>
      </div>
      <HoursWeek hours={hours} />
      <HoursForm key={hours.length} answer={answer} />
    </>
  );
}
