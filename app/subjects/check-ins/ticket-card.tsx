import { Check, Clock, Download, Sun, X } from "lucide";
import { useTranslation } from "react-i18next";
import type { Ticket } from "#contract/charity/check-ins";
import { writtenCode } from "#contract/formats/typed-code";
import { pathIn } from "~/i18n/locale-of-path";
import { timeText } from "~/subjects/events/event-times";
import { placeText } from "~/subjects/events/place-text";
import { Badge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { LocalizedText } from "~/ui/localized-text";
import { usePage } from "~/ui/page-context";
import { QrCode } from "~/ui/qr-code";
import type { QrPath } from "~/ui/qr-code.server";

/** A ticket as somebody shows it at the door: what it is worth, the code, the same in letters, and whose it is. It is white in every theme. */
export function TicketCard({ ticket, code }: { ticket: Ticket; code: QrPath | null }) {
  const { t } = useTranslation("door");
  const { t: events } = useTranslation("events");
  const { locale } = usePage();
  const { event, name, registration, letters } = ticket;
  const state = stateOf(ticket);
  return (
    <>
      <div className="ticket">
        <div className="p-6 pb-5">
          <Badge meaning={meanings[state]} icon={state === "valid" ? Check : state === "waits" || state === "offered" ? Clock : X} long>
            {t(`ticket.state.${state === "offered" ? "waits" : state}`)}
          </Badge>
          <h1>
            <LocalizedText of={event.title} />
          </h1>
          <p className="first-letter:uppercase">{timeText(locale, events, timesOf(ticket))}</p>
          <p className="ticket-soft">{placeText(events, event)}</p>
        </div>
        {state === "valid" && code && letters ? (
          <div className="ticket-code">
            <QrCode code={code} label={t("ticket.codeLabel")} width="mx-auto w-full max-w-80" />
            <p>{writtenCode(letters)}</p>
          </div>
        ) : (
          state !== "valid" && <p className="ticket-code">{t(`ticket.why.${state}`)}</p>
        )}
        <dl>
          <div>
            <dt>{t("ticket.name")}</dt>
            <dd>{name}</dd>
          </div>
          {registration && (
            <div>
              <dt>{t("ticket.as")}</dt>
              <dd>
                <LocalizedText of={registration.quota} />
                {registration.partySize > 1 && `, ${events("places", { count: registration.partySize })}`}
              </dd>
            </div>
          )}
        </dl>
      </div>
      <p className="actions print:hidden">
        {code && (
          <a className="btn btn-white" href={pathIn(locale, `/dashboard/events/${event.id}/qrcode.png`)} download>
            <Icon of={Download} />
            {t("ticket.save")}
          </a>
        )}
        <ButtonLink variant="hollow" to={`/dashboard/events/${event.id}`}>
          {t("ticket.event")}
        </ButtonLink>
      </p>
      {code && (
        <p className="flex items-start justify-center gap-2">
          <Icon of={Sun} />
          {t("ticket.light")}
        </p>
      )}
    </>
  );
}

const meanings = {
  valid: "success",
  offered: "warning",
  waits: "warning",
  cancelled: "danger",
  eventCancelled: "danger",
  none: "plain",
} as const;

/** The hours of the holder's place, or of the event. */
export const timesOf = ({ event, registration }: Ticket) =>
  registration?.startsAt && registration.endsAt ? { startsAt: registration.startsAt, endsAt: registration.endsAt } : event;

/** What the holder of a ticket can count on. */
function stateOf({ event, registration, code }: Ticket): keyof typeof meanings {
  if (event.cancelled) return "eventCancelled";
  if (code) return "valid";
  if (!registration) return "none";
  if (registration.status === "offered") return "offered";
  return ["pending", "waiting"].includes(registration.status) ? "waits" : "cancelled";
}
