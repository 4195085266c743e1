import { useTranslation } from "react-i18next";
import type { PublicEvent } from "#contract/charity/events";
import { franceTimestamp } from "#contract/formats/france-time";
import { useTranslate } from "~/i18n/use-translate";
import { DayBlock } from "~/subjects/events/day-block";
import { startText } from "~/subjects/events/event-times";
import { placeText } from "~/subjects/events/place-text";
import { Link } from "~/ui/link";
import { LocalizedText } from "~/ui/localized-text";
import { usePage } from "~/ui/page-context";

/** The next dates of all teams, each by its town and hour; its own page says the rest. */
export function UpcomingEvents({ events }: { events: PublicEvent[] }) {
  const { t } = useTranslation("events");
  if (events.length === 0) return null;
  return (
    <section className="wrap grid gap-x-12 gap-y-8 pt-section lg:grid-cols-[1.35fr_1fr]" aria-labelledby="dates">
      <h2 id="dates" className="title-section">
        {t("title")}
      </h2>
      <ul className="grid gap-5">
        {events.map((event) => (
          <li key={event.id} className="divided">
            <Link className="group flex gap-4 text-ink no-underline" to={`/events/${event.id}`}>
              <NextDate event={event} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function NextDate({ event: { team, placeName, online, startsAt, title } }: { event: PublicEvent }) {
  const t = useTranslate();
  const { locale } = usePage();
  return (
    <>
      <DayBlock startsAt={startsAt} />
      <div>
        <h3 className="title-card group-hover:underline">
          <LocalizedText of={title} mark />
        </h3>
        <p className="muted mt-1 text-sm">
          {team?.name ?? placeText(t, { placeName, online })},{" "}
          <time dateTime={franceTimestamp(new Date(startsAt))}>{startText(locale, t, startsAt)}</time>
        </p>
      </div>
    </>
  );
}
