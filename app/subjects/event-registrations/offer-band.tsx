import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import type { ComingEvent } from "#contract/charity/event-registrations";
import { Form, Submit } from "~/forms/form";
import { timeText } from "~/subjects/events/event-times";
import { placeText } from "~/subjects/events/place-text";
import { formatDate } from "~/ui/local-date";
import { LocalizedText } from "~/ui/localized-text";
import { useNow } from "~/ui/now";
import { usePage } from "~/ui/page-context";

/** The time to a deadline in hours and minutes, of which the last one is not over yet. */
function timeLeft(t: TFunction<"events">, milliseconds: number): string {
  const whole = Math.ceil(milliseconds / 60_000);
  const [hours, minutes] = [Math.floor(whole / 60), whole % 60];
  return hours > 0 ? t("offer.leftHours", { hours, minutes: String(minutes).padStart(2, "0") }) : t("offer.leftMinutes", { minutes });
}

/** A place that is offered: until when, how long that still is, and two answers until then. It works without script. */
export function OfferBand({
  event,
}: {
  event: Pick<ComingEvent, "id" | "title" | "startsAt" | "endsAt" | "placeName" | "online" | "mine">;
}) {
  const { t } = useTranslation("events");
  const { t: kits } = useTranslation("kits");
  const { locale } = usePage();
  const now = useNow();
  const { id, title, placeName, online, mine } = event;
  if (!mine?.offerEndsAt) return null;
  const left = Date.parse(mine.offerEndsAt) - now.getTime();
  return (
    <section className="panel grid gap-3 bg-warning-soft" aria-label={t("offer.title")}>
      <h2 className="panel-title">{t("offer.title")}</h2>
      <p>
        <strong>
          <LocalizedText of={title} />
        </strong>
        {`, ${timeText(locale, t, event)}, ${mine.kit?.kind === "delivery" ? kits("own.brought") : placeText(t, { placeName, online })}.`}
      </p>
      <p className="font-semibold">{t("offer.until", { moment: formatDate(locale, mine.offerEndsAt, "moment") })}</p>
      {left > 0 ? (
        <>
          <p>{timeLeft(t, left)}</p>
          <Form className="actions">
            <input type="hidden" name="event" value={id} />
            <Submit name="intent" value="accept" variant="ink">
              {t("offer.accept")}
            </Submit>
            <Submit name="intent" value="decline" variant="line">
              {t("offer.decline")}
            </Submit>
          </Form>
        </>
      ) : (
        <p>{t("offer.over")}</p>
      )}
    </section>
  );
}
