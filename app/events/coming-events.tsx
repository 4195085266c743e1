import { useTranslation } from "react-i18next";
import type { PublicEvent } from "#contract/events";
import { franceTimestamp } from "#contract/france-time";
import { useTranslate } from "~/i18n/use-translate";
import { Link } from "~/ui/link";
import { usePage } from "~/ui/page-context";
import { Words } from "~/ui/words";
import { whenWords } from "./when";

type Props = { events: PublicEvent[]; className?: string; ofTeam?: boolean };

/** The next dates. The page of their team says all of them, others where to read on. */
export function ComingEvents({ events, className, ofTeam = false }: Props) {
  const { t } = useTranslation("events");
  const translate = useTranslate();
  const { locale } = usePage();
  if (events.length === 0) return null;
  return (
    <section className={className} aria-labelledby="dates">
      <h2 id="dates" className="title-section mb-5">
        {t("title")}
      </h2>
      <ul className={ofTeam ? "grid gap-5" : "grid gap-x-12 gap-y-8 lg:grid-cols-3"}>
        {events.map((event) => (
          <li key={event.id} className={ofTeam ? "border-line not-first:border-t-2 not-first:pt-5" : undefined}>
            <p className="muted text-sm">
              <time dateTime={franceTimestamp(new Date(event.startsAt))}>{whenWords(locale, translate, event)}</time>
            </p>
            {ofTeam ? <Told event={event} /> : <Announced event={event} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Announced({ event: { title, team, placeName } }: { event: PublicEvent }) {
  return (
    <>
      <h3 className="title-card">
        {team ? (
          <Link className="text-ink no-underline hover:underline" to={`/team/${team.slug}`}>
            <Words of={title} mark />
          </Link>
        ) : (
          <Words of={title} mark />
        )}
      </h3>
      <p>{[team?.name, placeName].filter(Boolean).join(", ")}</p>
    </>
  );
}

function Told({ event: { title, summary, placeName, placeAddress, accessNotes } }: { event: PublicEvent }) {
  return (
    <>
      <h3 className="title-card">
        <Words of={title} mark />
      </h3>
      {summary.fr && (
        <p>
          <Words of={summary} />
        </p>
      )}
      <address className="mt-1 not-italic">
        <b>{placeName}</b>, {placeAddress}
      </address>
      {accessNotes.fr && (
        <p className="muted">
          <Words of={accessNotes} />
        </p>
      )}
    </>
  );
}
