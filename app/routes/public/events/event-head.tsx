import { CalendarPlus } from "lucide";
import { useTranslation } from "react-i18next";
import type { EventPage } from "#contract/charity/public-events";
import { pathIn } from "~/i18n/locale-of-path";
import { ButtonLink, buttonClass } from "~/ui/button";
import { Drawing } from "~/ui/drawing";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { LocalizedText } from "~/ui/localized-text";
import { usePage } from "~/ui/page-context";
import { guestBooking } from "./booking";

/** What the date is, whether it takes place, and the two things to do. */
export function EventHead({ event }: { event: EventPage }) {
  const { t } = useTranslation("event-page");
  const { locale } = usePage();
  const { id, title, summary, team, phase, cancelReason } = event;
  const booking = guestBooking(event);
  const isComing = phase !== "cancelled" && phase !== "over";
  return (
    <div className="wrap grid gap-x-12 lg:grid-cols-[1fr_21rem] lg:items-end">
      <div className="pt-6 pb-10 wrap-anywhere">
        <p className="flex flex-wrap items-center gap-2">
          <Link className="more" to={team ? `/team/${team.slug}#dates` : "/#dates"}>
            {t(team ? "back.team" : "back.all")}
          </Link>
          <span className="tag">{t(`state.${phase}`)}</span>
        </p>
        <h1 className="title-hero mt-4">
          <LocalizedText of={title} mark />
        </h1>
        {summary.fr && (
          <p className="mt-6 max-w-2xl text-xl leading-[1.45] text-neutral-dark">
            <LocalizedText of={summary} />
          </p>
        )}
        {phase === "cancelled" && cancelReason && (
          <p className="mt-6 rounded-lg bg-danger-soft px-5 py-4 font-bold text-danger">
            {t("cancelled")}
            <LocalizedText of={cancelReason} mark />
          </p>
        )}
        {(phase === "over" || phase === "running") && <p className="mt-6 rounded-lg bg-beige px-5 py-4 font-bold">{t(phase)}</p>}
        {isComing && (
          <p className="actions mt-7">
            {booking && <ButtonLink to="#book">{t(booking)}</ButtonLink>}
            <a className={buttonClass("line")} href={pathIn(locale, `/events/${id}/calendar.ics`)} download>
              <Icon of={CalendarPlus} />
              {t("keep")}
            </a>
          </p>
        )}
      </div>
      <div className="hidden rounded-t-full bg-primary-pale px-12 pt-24 lg:block" aria-hidden="true">
        <Drawing name="crate" className="h-40 w-full" />
      </div>
    </div>
  );
}
