import { useTranslation } from "react-i18next";
import type { GuestLink } from "#contract/charity/event-guests";
import { comingStatuses } from "#contract/charity/event-registrations";
import { writtenCode } from "#contract/formats/typed-code";
import { Form, Submit } from "~/forms/form";
import { useTranslate } from "~/i18n/use-translate";
import { answerFacts } from "~/subjects/event-registrations/answer-text";
import { ContactText } from "~/subjects/event-registrations/contact-text";
import { JoinLink } from "~/subjects/events/join-link";
import { placeText } from "~/subjects/events/place-text";
import { ButtonLink } from "~/ui/button";
import { Facts } from "~/ui/facts";
import { formatDate } from "~/ui/local-date";
import { LocalizedText } from "~/ui/localized-text";
import { useNow } from "~/ui/now";
import { usePage } from "~/ui/page-context";
import { QrCode } from "~/ui/qr-code";
import type { QrPath } from "~/ui/qr-code.server";

type Props = { link: Extract<GuestLink, { state: "registration" }>; when: string; code: QrPath | null };

/** A guest's registration: its state, and what they can do with it. */
export function GuestRegistration({ link: { event, onlineUrl, contact, name, mine, letters }, when, code }: Props) {
  const { t } = useTranslation("event-page");
  const { t: events } = useTranslation("events");
  const { t: door } = useTranslation("door");
  const translate = useTranslate();
  const { locale } = usePage();
  const { accessNotes, cancelled, cancelReason } = event;
  const where = placeText(events, event);
  const state = mine.position ? events("mine.inLine", { position: mine.position }) : events(`mine.status.${mine.status}`);
  const facts = [
    { label: t("own.event"), value: <LocalizedText of={event.title} mark /> },
    { label: t("own.state"), value: state },
    { label: t("own.when"), value: <span className="block first-letter:uppercase">{when}</span> },
    ...(where ? [{ label: t("own.where"), value: <span className="block first-letter:uppercase">{where}</span> }] : []),
    ...(onlineUrl ? [{ label: events("online.link"), value: <JoinLink url={onlineUrl} /> }] : []),
    ...(accessNotes.fr ? [{ label: t("own.access"), value: <LocalizedText of={accessNotes} mark /> }] : []),
    ...(contact ? [{ label: events("contact.title"), value: <ContactText of={contact} /> }] : []),
    { label: t("own.quota"), value: <LocalizedText of={mine.quota} /> },
    { label: t("own.places"), value: String(mine.partySize) },
    { label: t("own.name"), value: name },
    ...answerFacts(locale, translate, mine.answers),
  ];
  return (
    <>
      {cancelled && cancelReason && (
        <p className="mt-6 rounded-lg bg-danger-soft px-5 py-4 font-bold text-danger">
          {t("cancelled")}
          <LocalizedText of={cancelReason} mark />
        </p>
      )}
      <Facts facts={facts} className="mt-7 grid gap-x-8 gap-y-4 sm:grid-cols-2" />
      {code && letters && (
        <section className="mt-8 rounded-2xl border-2 border-ink p-6" aria-labelledby="ticket">
          <h2 id="ticket" className="title-card">
            {t("ticket.title")}
          </h2>
          <p className="mt-1">{t("ticket.text")}</p>
          <div className="mt-5 grid justify-items-center gap-3">
            <QrCode code={code} label={door("ticket.codeLabel")} width="w-full max-w-72" />
            <p className="font-mono text-2xl font-bold">{writtenCode(letters)}</p>
          </div>
        </section>
      )}
      {!cancelled && <Acts event={event} mine={mine} />}
    </>
  );
}

function Acts({ event, mine }: Pick<Props["link"], "event" | "mine">) {
  const { t } = useTranslation("event-page");
  const { t: events } = useTranslation("events");
  const { locale } = usePage();
  const now = useNow().toISOString();
  const isComing = (mine.startsAt ?? event.startsAt) > now && comingStatuses.some((status) => status === mine.status);
  const isLate = mine.status === "confirmed" && mine.cancelUntil <= now;
  if (!isComing) return null;
  if (mine.status === "offered" && mine.offerEndsAt)
    return (
      <>
        <p className="mt-7 text-lg font-bold">{events("offer.until", { moment: formatDate(locale, mine.offerEndsAt, "moment") })}</p>
        <Form className="actions mt-4">
          <Submit name="intent" value="accept">
            {events("offer.accept")}
          </Submit>
          <Submit name="intent" value="decline" variant="line">
            {events("offer.decline")}
          </Submit>
        </Form>
      </>
    );
  if (isLate)
    return (
      <>
        <p className="mt-7">{t("own.tooLate")}</p>
        <p className="actions mt-4">
          <ButtonLink to="/contact" variant="line">
            {t("own.contact")}
          </ButtonLink>
        </p>
      </>
    );
  return (
    <>
      {mine.status === "waiting" && (
        <>
          <p className="mt-7">{events("mine.waitingHint")}</p>
          {mine.tooFew !== null && <p className="mt-2">{events("mine.tooFew", { count: mine.tooFew, party: mine.partySize })}</p>}
        </>
      )}
      {mine.status === "pending" && <p className="mt-7">{t("own.pending")}</p>}
      {mine.status === "confirmed" && (
        <p className="muted mt-7">{events("mine.cancelUntil", { moment: formatDate(locale, mine.cancelUntil, "moment") })}</p>
      )}
      <Form className="mt-4">
        <Submit name="intent" value="cancel" variant="line">
          {events(mine.status === "confirmed" ? "mine.cancel" : "mine.leave")}
        </Submit>
      </Form>
    </>
  );
}
