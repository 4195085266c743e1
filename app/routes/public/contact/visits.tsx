import { useTranslation } from "react-i18next";
import type { SectorVisit } from "#contract/charity/sector-hours";
import type { SectorCard, SectorName } from "#contract/charity/sectors";
import { languageTags } from "#contract/formats/locale";
import { writtenTime, writtenWeekday } from "#contract/formats/weekday-names";
import { HoursList } from "~/subjects/sectors/hours-list";
import { nextOpening } from "~/subjects/sectors/next-opening";
import { SearchOutcome } from "~/subjects/sectors/search-outcome";
import { Button } from "~/ui/button";
import { Link } from "~/ui/link";
import { usePage } from "~/ui/page-context";

type Props = {
  visits: SectorVisit[];
  today: string;
  /** The team in the query, which is open. */
  chosen?: string;
  search: { near: string | null; nearest: (SectorCard & { far: boolean }) | null };
  sectors: SectorName[];
  /** Other query parameters to keep. */
  retained: Record<string, string | undefined>;
};

/** Where and when to come: a search by place, and the teams in rows that say their next opening. The team that was found comes first. */
export function Visits({ visits, today, chosen, search: { near, nearest }, sectors, retained }: Props) {
  const { t } = useTranslation("team");
  if (visits.length === 0) return null;
  const found = near ? visits.find(({ id }) => id === nearest?.id) : undefined;
  const open = found?.id ?? chosen;
  const rows = found ? [found, ...visits.filter((visit) => visit !== found)] : visits;
  return (
    <section aria-labelledby="visits">
      <h2 id="visits" className="title-section">
        {t("hours.visits")}
      </h2>
      <search aria-label={t("search.submit")}>
        <form className="mt-6 flex flex-wrap items-end gap-3" action="/contact#visits">
          <div className="field">
            <label htmlFor="near">{t("search.label")}</label>
            <input className="control max-w-64" id="near" name="near" defaultValue={near ?? ""} autoComplete="postal-code" maxLength={60} />
          </div>
          <Button variant="line">{t("search.submit")}</Button>
          {Object.entries(retained).map(([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />)}
        </form>
      </search>
      {near !== null && (
        <p role="status" className="mt-6 font-bold">
          <SearchOutcome near={near} nearest={nearest} sectors={sectors} />{" "}
          {nearest && !found && <Link to={`/team/${nearest.slug}`}>{t("search.see")}</Link>}
        </p>
      )}
      <div className="mt-6">
        {rows.map((visit) => (
          <details key={visit.id} className="fold" open={visit.id === open}>
            <summary>
              <span className="flex flex-wrap gap-x-4">
                <b className="min-w-28">{visit.name}</b>
                <NextOpening visit={visit} today={today} />
              </span>
            </summary>
            <div className="grid gap-4 pt-2 pb-6">
              <HoursList hours={visit.hours} />
              <p>
                {visit.addressLine && `${visit.addressLine}, ${visit.postcode} ${visit.city}. `}
                <Link to={`/team/${visit.slug}`}>{t("search.see")}</Link>
              </p>
            </div>
          </details>
        ))}
      </div>
    </section>
  );
}

function NextOpening({ visit: { hours }, today }: { visit: SectorVisit; today: string }) {
  const { t } = useTranslation("team");
  const { locale } = usePage();
  const next = nextOpening(hours, today);
  if (!next) return null;
  const spans = next.openings.map(({ opensAt, closesAt }) =>
    t("hours.span", { from: writtenTime(locale, opensAt), to: writtenTime(locale, closesAt) }),
  );
  const values = { day: writtenWeekday(locale, next.weekday), spans: new Intl.ListFormat(languageTags[locale]).format(spans) };
  return (
    <span className={next.today ? "font-semibold text-success" : "muted"}>
      {t(next.today ? "hours.openToday" : "hours.openOn", values)}
    </span>
  );
}
