import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ComingEvent } from "#contract/charity/event-registrations";
import { hoursText } from "#contract/formats/hours";
import { AgainHint } from "~/subjects/event-registrations/again-hint";
import { OwnState } from "~/subjects/event-registrations/registration-state";
import { DayBlock } from "~/subjects/events/day-block";
import { distanceText } from "~/subjects/events/distance-text";
import { timeText } from "~/subjects/events/event-times";
import { placeText } from "~/subjects/events/place-text";
import { KitBadge } from "~/subjects/kit-orders/kit-state";
import { Link } from "~/ui/link";
import { LocalizedText } from "~/ui/localized-text";
import { usePage } from "~/ui/page-context";

/** One event in a list of those who take part: day, time and place, what one's own registration is, and the places left. */
export function ComingRow({ event, children }: { event: ComingEvent; children?: ReactNode }) {
  const { t } = useTranslation("events");
  const { t: kits } = useTranslation("kits");
  const { locale } = usePage();
  const { id, title, placeName, online, phase, free, mine, sector, km } = event;
  // The hours of one's own places, where these have some.
  const times = mine?.startsAt && mine.endsAt ? { startsAt: mine.startsAt, endsAt: mine.endsAt } : event;
  const isBrought = mine?.kit?.kind === "delivery";
  const where = isBrought ? [kits("own.brought")] : [placeText(t, { placeName, online }), km !== null && distanceText(t, km)];
  const facts = [timeText(locale, t, times), ...where, sector];
  return (
    <li className="flex-wrap items-start">
      <DayBlock startsAt={times.startsAt} />
      <div className="min-w-0 flex-1">
        <Link to={`/dashboard/events/${id}`} className="row-title">
          <LocalizedText of={title} />
        </Link>
        <small className="muted block first-letter:uppercase">{facts.filter(Boolean).join(", ")}</small>
        {mine && (
          <p className="mt-1.5 flex flex-wrap gap-1.5">
            {mine.kit && mine.status === "confirmed" ? <KitBadge {...mine.kit} /> : <OwnState mine={mine} />}
          </p>
        )}
        {mine && <AgainHint mine={mine} phase={phase} />}
        {mine?.hours && (
          <p className="mt-1.5">
            <Link to="/dashboard/volunteer-hours">
              {t(`mine.hours.${mine.hours.status}`, { hours: hoursText(locale, mine.hours.minutes) })}
            </Link>
          </p>
        )}
        {mine?.kit && mine.status === "confirmed" && <p className="mt-1.5">{kits(`next.${mine.kit.kind}.${mine.kit.status}`)}</p>}
      </div>
      <div className="grid justify-items-start gap-2 max-sm:basis-full max-sm:pl-[4.875rem] sm:justify-items-end">
        <span className={phase === "open" || phase === "full" ? "font-semibold" : "muted"}>
          {phase === "open" ? t("placesLeft", { count: free ?? 0 }) : t(`phase.${phase}`)}
        </span>
        {children}
      </div>
    </li>
  );
}
