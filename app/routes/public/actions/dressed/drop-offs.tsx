import { useTranslation } from "react-i18next";
import type { TeamVisit } from "#contract/team-hours";
import { writtenTime, writtenWeekday } from "#contract/week-words";
import { usePageText } from "~/page-texts/own-texts";
import { FrancePlan } from "~/teams/france-plan";
import { ButtonLink } from "~/ui/button";
import { Link } from "~/ui/link";
import { usePage } from "~/ui/page-context";
import { Words } from "~/ui/words";

/** Where and when clothes can be brought: the teams whose doors open for that, on the map and one by one. */
export function DropOffs({ teams }: { teams: TeamVisit[] }) {
  const t = usePageText("dressed");
  const teamWords = useTranslation("teams").t;
  return (
    <section id="points" className="wrap grid gap-x-16 gap-y-10 pt-section lg:grid-cols-[20rem_1fr]">
      <div className="grid content-start justify-items-start gap-4">
        <h2 className="title-page">{t("points.title")}</h2>
        <p className="text-lg">{t("points.text")}</p>
        {teams.length === 0 && <ButtonLink to="/team">{t("points.cta")}</ButtonLink>}
        <FrancePlan
          others={teams}
          label={teamWords("hours.dropOffMap", { count: teams.length })}
          className="mt-2 w-full max-w-64 lg:max-w-80"
        />
      </div>
      {teams.length > 0 && (
        <ul className="gap-x-10 wrap-anywhere sm:columns-2">
          {teams.map((team) => (
            <DropOff key={team.id} team={team} />
          ))}
        </ul>
      )}
    </section>
  );
}

function DropOff({ team: { slug, name, addressLine, postcode, city, hours } }: { team: TeamVisit }) {
  const { t } = useTranslation("teams");
  const { locale } = usePage();
  return (
    <li className="grid break-inside-avoid gap-1 border-t-2 border-line py-4">
      <h3 className="title-card">
        <Link className="text-ink" to={`/team/${slug}`}>
          {name}
        </Link>
      </h3>
      {addressLine && (
        <address className="not-italic">
          {addressLine}, {postcode} {city}
        </address>
      )}
      {hours.map(({ id, weekday, opensAt, closesAt, note }) => (
        <p key={id}>
          <b className="font-semibold">{writtenWeekday(locale, weekday)}</b>{" "}
          {t("hours.span", { from: writtenTime(locale, opensAt), to: writtenTime(locale, closesAt) })}
          {note?.fr && (
            <span className="muted block text-sm">
              <Words of={note} />
            </span>
          )}
        </p>
      ))}
    </li>
  );
}
