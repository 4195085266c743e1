import { useTranslation } from "react-i18next";
import { type ComingEvent, liveStatuses } from "#contract/charity/event-registrations";
import { hourText } from "#contract/formats/france-time";
import { Link } from "~/ui/link";
import { LocalizedText } from "~/ui/localized-text";
import { usePage } from "~/ui/page-context";

const variants = {
  mine: "bg-primary text-on-primary",
  open: "bg-primary-soft text-primary",
  closed: "bg-beige text-ink",
};

/** The phases in which there are places, or nobody needs one. */
const openPhases: ComingEvent["phase"][] = ["open", "none"];

/** An event in the cell of its day: whether the reader has a place, or could. */
export function DayEvent({ event }: { event: ComingEvent }) {
  const { t } = useTranslation("events");
  const { locale } = usePage();
  const { id, title, startsAt, phase, mine } = event;
  const isMine = mine && liveStatuses.some((status) => status === mine.status);
  const variant = isMine ? "mine" : openPhases.includes(phase) ? "open" : "closed";
  return (
    <Link
      to={`/dashboard/events/${id}`}
      className={`block rounded-md px-2 py-1 leading-tight font-semibold no-underline ${variants[variant]}`}
    >
      <span className="block">{hourText(locale, new Date(startsAt))}</span>
      <span className="block wrap-anywhere">
        <LocalizedText of={title} />
      </span>
      {isMine && <span className="block font-normal">{t(`mine.status.${mine.status}`)}</span>}
      {variant === "closed" && <span className="block font-normal">{t(`phase.${phase}`)}</span>}
    </Link>
  );
}
