import { useTranslation } from "react-i18next";
import type { EventPage } from "#contract/charity/public-events";
import { franceTimestamp } from "#contract/formats/france-time";
import { useTranslate } from "~/i18n/use-translate";
import { timeText } from "~/subjects/events/event-times";
import { placeText } from "~/subjects/events/place-text";
import { Facts } from "~/ui/facts";
import { Link } from "~/ui/link";
import { usePage } from "~/ui/page-context";

/** When, where, for whom, and who answers for it. */
export function EventFactsBand({ event }: { event: EventPage }) {
  const { t } = useTranslation("event-page");
  const translate = useTranslate();
  const { locale } = usePage();
  const { startsAt, team } = event;
  const facts = [
    {
      label: t("fact.when"),
      value: (
        <time className="block first-letter:uppercase" dateTime={franceTimestamp(new Date(startsAt))}>
          {timeText(locale, translate, event, "whole")}
        </time>
      ),
    },
    {
      label: t("fact.where"),
      value: (
        <address className="not-italic first-letter:uppercase">
          {placeText(translate, { placeName: event.placeName, online: event.online })}
          <span className="block font-normal">{event.placeAddress}</span>
        </address>
      ),
    },
    { label: t("fact.who"), value: <Who event={event} /> },
    ...(team ? [{ label: t("fact.team"), value: <Link to={`/team/${team.slug}`}>{team.name}</Link> }] : []),
  ];
  return (
    <div className="bg-beige">
      <Facts facts={facts} className="wrap grid gap-x-10 gap-y-5 py-8 sm:grid-cols-2 lg:grid-cols-4" />
    </div>
  );
}

function Who({ event: { registration } }: { event: EventPage }) {
  const { t } = useTranslation("event-page");
  const { locale } = usePage();
  if (!registration) return t("who.all");
  const { guests, roles, minAge, needsMembership, needsTraining, needsDocuments, maxParty } = registration;
  const named = new Intl.ListFormat(locale).format(roles.map((role) => t(`role.${role}`)));
  const more = [
    minAge ? t("who.age", { age: minAge }) : "",
    needsMembership ? t("who.membership") : "",
    needsTraining ? t("who.training") : "",
    needsDocuments.length > 0 ? t("who.documents") : "",
    t("who.party", { count: maxParty }),
  ].filter(Boolean);
  return (
    <>
      {guests ? t("who.guests") : t("who.roles", { roles: named })}
      <span className="block font-normal first-letter:uppercase">{more.join(", ")}</span>
    </>
  );
}
