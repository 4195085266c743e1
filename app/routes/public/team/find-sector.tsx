import { useTranslation } from "react-i18next";
import type { SectorCard } from "#contract/charity/sectors";
import { FrancePlan } from "~/subjects/sectors/france-plan";
import { SearchOutcome } from "~/subjects/sectors/search-outcome";
import { Button, ButtonLink } from "~/ui/button";

type Placed = SectorCard & { latitude: number | null; longitude: number | null };
type Props = { near: string | null; nearest: (SectorCard & { far: boolean }) | null; sectors: Placed[] };

/** The search of a team by postcode or city: a GET form, beside a map of the teams. */
export function FindSector({ near, nearest, sectors }: Props) {
  const { t } = useTranslation("team");
  const own = sectors.find(({ id }) => id === nearest?.id);
  return (
    <div className="on-colour grid gap-x-10 gap-y-8 rounded-2xl bg-band p-[clamp(1.25rem,3.4vw,2.75rem)] text-on-band sm:grid-cols-[1fr_auto] sm:items-center">
      <div>
        <search aria-label={t("search.submit")}>
          <form className="grid gap-3 sm:grid-cols-[minmax(0,24rem)_auto] sm:items-end sm:justify-start">
            <div className="field">
              <label htmlFor="near">{t("search.label")}</label>
              <input
                className="control text-ink"
                id="near"
                name="near"
                defaultValue={near ?? ""}
                autoComplete="postal-code"
                maxLength={60}
              />
            </div>
            <Button variant="white">{t("search.submit")}</Button>
          </form>
        </search>
        {near !== null && (
          <div className="mt-6 grid justify-items-start gap-4" role="status">
            <p className="title-section font-extrabold">
              <SearchOutcome near={near} nearest={nearest} sectors={sectors} />
            </p>
            {nearest && (
              <ButtonLink variant="hollow" to={`/team/${nearest.slug}`}>
                {t("search.see")}
              </ButtonLink>
            )}
          </div>
        )}
      </div>
      <FrancePlan
        own={own}
        others={sectors}
        label={t("local.map", { count: sectors.length })}
        className="w-52 [--point:var(--color-sun)] sm:w-56 lg:w-72"
      />
    </div>
  );
}
