import { useTranslation } from "react-i18next";
import type { GuestLink } from "#contract/charity/event-guests";
import { Form, Submit } from "~/forms/form";
import { placeText } from "~/subjects/events/place-text";
import { ButtonLink } from "~/ui/button";
import { Facts } from "~/ui/facts";
import { formatDate } from "~/ui/local-date";
import { LocalizedText } from "~/ui/localized-text";
import { usePage } from "~/ui/page-context";

type Props = { link: Extract<GuestLink, { state: "offer" }>; when: string };

/** The place that an account was offered, with both answers, which need no login; or what became of it. */
export function OfferAnswer({ link: { event, quota, partySize, status, endsAt }, when }: Props) {
  const { t } = useTranslation("event-page");
  const { t: events } = useTranslation("events");
  const { locale } = usePage();
  const where = placeText(events, event);
  const facts = [
    { label: t("own.event"), value: <LocalizedText of={event.title} mark /> },
    { label: t("own.state"), value: events(`mine.status.${status}`) },
    { label: t("own.when"), value: <span className="block first-letter:uppercase">{when}</span> },
    ...(where ? [{ label: t("own.where"), value: <span className="block first-letter:uppercase">{where}</span> }] : []),
    { label: t("own.quota"), value: <LocalizedText of={quota} /> },
    { label: t("own.places"), value: String(partySize) },
  ];
  return (
    <>
      {event.cancelled && event.cancelReason && (
        <p className="mt-6 rounded-lg bg-danger-soft px-5 py-4 font-bold text-danger">
          {t("cancelled")}
          <LocalizedText of={event.cancelReason} mark />
        </p>
      )}
      <Facts facts={facts} className="mt-7 grid gap-x-8 gap-y-4 sm:grid-cols-2" />
      {status === "offered" && !event.cancelled ? (
        <>
          <p className="mt-7 text-lg font-bold">{events("offer.until", { moment: formatDate(locale, endsAt, "moment") })}</p>
          <Form className="actions mt-4">
            <Submit name="intent" value="accept">
              {events("offer.accept")}
            </Submit>
            <Submit name="intent" value="decline" variant="line">
              {events("offer.decline")}
            </Submit>
          </Form>
        </>
      ) : (
        <p className="actions mt-7">
          <ButtonLink to="/dashboard/my-events" variant="line">
            {events("mine.title")}
          </ButtonLink>
        </p>
      )}
    </>
  );
}
