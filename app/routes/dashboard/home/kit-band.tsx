import { ArrowRight } from "lucide";
import { useTranslation } from "react-i18next";
import type * as z from "zod";
import type { kitOrdersApi } from "#contract/charity/kit-orders";
import { useTranslate } from "~/i18n/use-translate";
import { timeText } from "~/subjects/events/event-times";
import { KitBadge } from "~/subjects/kit-orders/kit-state";
import { ButtonLink } from "~/ui/button";
import { Drawing, DrawingSymbols } from "~/ui/drawing";
import { Icon } from "~/ui/icon";
import { LocalizedText } from "~/ui/localized-text";
import { usePage } from "~/ui/page-context";

export type OwnKits = z.output<typeof kitOrdersApi.next.response>;

/** What comes to a student next, or what they may order now, large. */
export function KitBand({ kits: { next, open } }: { kits: OwnKits }) {
  const { t } = useTranslation("kits");
  const translate = useTranslate();
  const { locale } = usePage();
  const event = next ?? open;
  if (!event) return null;
  const isFitting = event.kind === "dressed";
  const when = timeText(locale, translate, event);
  return (
    <section className="next-action on-colour on-dark">
      <DrawingSymbols names={["kit"]} />
      <h2>{t(`home.${next ? "next" : "open"}.${isFitting ? "titleDressed" : "title"}`)}</h2>
      <p className="max-w-2xl first-letter:uppercase">
        {next ? when : t("home.open.text", { when })} {!next && open && `${t("home.open.places", { count: open.free })}.`}
      </p>
      {next && (
        <p className="max-w-2xl">
          {next.confirmed ? (
            <>
              <KitBadge kind={next.kind} status={next.status} /> {t(`next.${next.kind}.${next.status}`)}
            </>
          ) : (
            t("home.next.waiting")
          )}
        </p>
      )}
      <p className="actions">
        <ButtonLink variant="white" to={`/dashboard/events/${event.id}`}>
          {next ? t("home.next.cta") : t(isFitting ? "home.open.ctaDressed" : "home.open.cta")}
          <Icon of={ArrowRight} />
        </ButtonLink>
        <ButtonLink variant="hollow" to="/dashboard/my-file">
          {t("home.file")}
        </ButtonLink>
      </p>
      <p className="sr-only">
        <LocalizedText of={event.title} />
      </p>
      <Drawing name="kit" className="next-action-drawing" />
    </section>
  );
}
