import { useTranslation } from "react-i18next";
import { confirmedWithinHours } from "#contract/charity/event-guests";
import type { EventPage } from "#contract/charity/public-events";
import type { FormAnswer } from "~/forms/submission.server";
import { Link } from "~/ui/link";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { guestBooking, isBookable } from "./booking";
import { GuestForm } from "./guest-form";

type Props = { event: EventPage; erasedAfter: number; proof: string; answer: FormAnswer | undefined; isSent: boolean };

/** The form for people without account, where the event has one; and else how one registers, or why not now. */
export function RegistrationCard({ event, erasedAfter, proof, answer, isSent }: Props) {
  const { t } = useTranslation("event-page");
  const { id, phase, registration } = event;
  if (phase === "cancelled" || phase === "over" || phase === "running") return null;
  const isOpen = isBookable(event);
  const booking = guestBooking(event);
  return (
    <section id="book" className="rounded-2xl border-2 border-ink p-[clamp(1.25rem,3vw,2rem)]" aria-labelledby="book-title">
      <h2 id="book-title" className="title-section">
        {t(isSent ? "sent.title" : booking ? "form.title" : "closed.title")}
      </h2>
      {isSent ? (
        <Sent id={id} />
      ) : (
        <>
          {isOpen && registration && <p className="mt-3 font-bold">{t(`all.${registration.places}`)}</p>}
          {booking ? (
            <GuestForm event={event} booking={booking} erasedAfter={erasedAfter} proof={proof} answer={answer} />
          ) : (
            <Closed event={event} />
          )}
        </>
      )}
    </section>
  );
}

function Sent({ id }: { id: string }) {
  const { t } = useTranslation("event-page");
  return (
    <div role="status">
      <p className="mt-4 text-lg">{t("sent.text", { hours: confirmedWithinHours })}</p>
      <p className="muted mt-3">{t("sent.nothing")}</p>
      <p className="mt-5">
        <Link className="more" to={`/events/${id}#book`}>
          {t("sent.again")}
        </Link>
      </p>
    </div>
  );
}

function Closed({ event }: { event: EventPage }) {
  const { t } = useTranslation("event-page");
  const { locale } = usePage();
  const { id, phase, registration } = event;
  const isOpen = isBookable(event);
  const opensAt = registration?.opensAt;
  return (
    <>
      <p className="mt-4 text-lg">
        {phase === "not_open" && opensAt
          ? t("closed.not_open", { moment: formatDate(locale, opensAt, "moment") })
          : t(isOpen ? "closed.roles" : phase === "none" ? "closed.none" : phase === "ended" ? "closed.ended" : "closed.full")}
      </p>
      {isOpen && (
        <p className="mt-5">
          <Link className="more" to={`/dashboard/events/${id}`}>
            {t("closed.open")}
          </Link>
        </p>
      )}
    </>
  );
}
