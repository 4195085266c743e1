import { useTranslation } from "react-i18next";
import type { ComingEvent } from "#contract/charity/event-registrations";
import { Form, Submit } from "~/forms/form";
import { timeText } from "~/subjects/events/event-times";
import { formatDate } from "~/ui/local-date";
import { LocalizedText } from "~/ui/localized-text";
import { usePage } from "~/ui/page-context";

/** A place that is offered: until when, and two answers. It works without script. */
export function OfferBand({ event }: { event: Pick<ComingEvent, "id" | "title" | "startsAt" | "endsAt" | "placeName" | "mine"> }) {
  const { t } = useTranslation("events");
  const { locale } = usePage();
  const { id, title, placeName, mine } = event;
  if (!mine?.offerEndsAt) return null;
  return (
    <section className="panel grid gap-3 bg-warning-soft" aria-label={t("offer.title")}>
      <h2 className="panel-title">{t("offer.title")}</h2>
      <p>
        <strong>
          <LocalizedText of={title} />
        </strong>
        {`, ${timeText(locale, t, event)}, ${placeName}.`}
      </p>
      <p className="font-semibold">{t("offer.until", { moment: formatDate(locale, mine.offerEndsAt, "moment") })}</p>
      <Form className="actions">
        <input type="hidden" name="event" value={id} />
        <Submit name="intent" value="accept" variant="ink">
          {t("offer.accept")}
        </Submit>
        <Submit name="intent" value="decline" variant="line">
          {t("offer.decline")}
        </Submit>
      </Form>
    </section>
  );
}
