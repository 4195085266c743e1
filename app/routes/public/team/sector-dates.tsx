import { CalendarPlus, CalendarSync } from "lucide";
import { useTranslation } from "react-i18next";
import type { PublicEvent } from "#contract/charity/events";
import { franceTimestamp } from "#contract/formats/france-time";
import { readIn } from "#contract/formats/localized-text";
import { pathIn } from "~/i18n/locale-of-path";
import { useTranslate } from "~/i18n/use-translate";
import { DayBlock } from "~/subjects/events/day-block";
import { timeText } from "~/subjects/events/event-times";
import { PlaceAddress } from "~/subjects/events/place-address";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { LocalizedText } from "~/ui/localized-text";
import { usePage } from "~/ui/page-context";

/** The team's next dates, with all that one needs to come. */
export function SectorDates({ events, slug }: { events: PublicEvent[]; slug: string }) {
  const { t } = useTranslation("events");
  const translate = useTranslate();
  const { locale } = usePage();
  if (events.length === 0) return null;
  return (
    <section aria-labelledby="dates">
      <h2 id="dates" className="title-section mb-5">
        {t("title")}
      </h2>
      <ul className="grid gap-5">
        {events.map((event) => (
          <li key={event.id} className="divided">
            <div className="flex gap-4">
              <DayBlock startsAt={event.startsAt} />
              <div>
                <h3 className="title-card">
                  <Link to={`/events/${event.id}`} className="text-ink">
                    <LocalizedText of={event.title} mark />
                  </Link>
                </h3>
                <p className="mt-1 font-bold first-letter:uppercase">
                  <time dateTime={franceTimestamp(new Date(event.startsAt))}>{timeText(locale, translate, event)}</time>
                </p>
                <Where event={event} />
                <p className="mt-2">
                  <a className="more" href={pathIn(locale, `/events/${event.id}/calendar.ics`)} download>
                    {t("add")}
                    <span className="sr-only">, {readIn(locale, event.title).text}</span>
                    <Icon of={CalendarPlus} />
                  </a>
                </p>
              </div>
            </div>
          </li>
        ))}
      </ul>
      <p className="mt-6">
        <a className="more" href={pathIn(locale, `/team/${slug}/calendar.ics`)}>
          {t("follow")}
          <Icon of={CalendarSync} />
        </a>
      </p>
    </section>
  );
}

function Where({ event: { summary, accessNotes, ...where } }: { event: PublicEvent }) {
  return (
    <>
      {summary.fr && (
        <p className="mt-1">
          <LocalizedText of={summary} />
        </p>
      )}
      <PlaceAddress where={where} className="mt-1" />
      {accessNotes.fr && (
        <p className="muted">
          <LocalizedText of={accessNotes} />
        </p>
      )}
    </>
  );
}
