import { useTranslation } from "react-i18next";
import type { GuestLink } from "#contract/charity/event-guests";
import { Form, Submit } from "~/forms/form";
import { placeText } from "~/subjects/events/place-text";
import { Facts } from "~/ui/facts";
import { formatDate } from "~/ui/local-date";
import { LocalizedText } from "~/ui/localized-text";
import { usePage } from "~/ui/page-context";

type Props = { link: Extract<GuestLink, { state: "request" }>; when: string };

/** A request that nothing counts yet, and the button that confirms it. */
export function GuestRequest({ link: { event, quota, partySize, endsAt }, when }: Props) {
  const { t } = useTranslation("event-page");
  const { t: events } = useTranslation("events");
  const { locale } = usePage();
  const facts = [
    { label: t("own.event"), value: <LocalizedText of={event.title} mark /> },
    { label: t("own.when"), value: <span className="block first-letter:uppercase">{when}</span> },
    { label: t("own.where"), value: <span className="block first-letter:uppercase">{placeText(events, event)}</span> },
    { label: t("own.quota"), value: <LocalizedText of={quota} /> },
    { label: t("own.places"), value: String(partySize) },
  ];
  return (
    <>
      <p className="mt-4 text-lg">{t("own.request.lead")}</p>
      <Facts facts={facts} className="mt-7 grid gap-x-8 gap-y-4 sm:grid-cols-2" />
      <Form className="mt-7">
        <Submit name="intent" value="confirm">
          {t("own.request.submit")}
        </Submit>
      </Form>
      <p className="muted mt-4">{t("own.request.until", { moment: formatDate(locale, endsAt, "moment") })}</p>
    </>
  );
}
