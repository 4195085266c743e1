import { ArrowRight } from "lucide";
import { useTranslation } from "react-i18next";
import type { EventPage } from "#contract/charity/public-events";
import { useTranslate } from "~/i18n/use-translate";
import { DayBlock } from "~/subjects/events/day-block";
import { startText } from "~/subjects/events/event-times";
import { placeText } from "~/subjects/events/place-text";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { LocalizedText } from "~/ui/localized-text";
import { usePage } from "~/ui/page-context";

export function OtherDates({ event: { team, others } }: { event: EventPage }) {
  const { t } = useTranslation("event-page");
  const translate = useTranslate();
  const { locale } = usePage();
  if (others.length === 0) return null;
  return (
    <section className="bg-beige py-section" aria-labelledby="others">
      <div className="wrap">
        <h2 id="others" className="title-section">
          {team ? t("others.team", { team: team.name }) : t("others.all")}
        </h2>
        <ul className="mt-6 grid gap-px">
          {others.map(({ id, title, startsAt, placeName, online }) => (
            <li key={id} className="border-t-2 border-beige-deep">
              <Link to={`/events/${id}`} className="group flex items-center gap-4 py-5 text-ink no-underline">
                <DayBlock startsAt={startsAt} />
                <span className="min-w-0 flex-1">
                  <span className="title-card block font-extrabold group-hover:underline">
                    <LocalizedText of={title} mark />
                  </span>
                  <span className="text-sm">
                    {startText(locale, translate, startsAt)}, {placeText(translate, { placeName, online })}
                  </span>
                </span>
                <Icon of={ArrowRight} />
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
