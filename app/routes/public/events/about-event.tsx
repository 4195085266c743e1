import { useTranslation } from "react-i18next";
import type { EventPage } from "#contract/charity/public-events";
import { readIn } from "#contract/formats/localized-text";
import { pathIn } from "~/i18n/locale-of-path";
import { useRootData } from "~/layouts/root-data";
import { PlaceAddress } from "~/subjects/events/place-address";
import { LocalizedText } from "~/ui/localized-text";
import { usePage } from "~/ui/page-context";
import { ShareLinks } from "~/ui/share-links";

/** How to come, and links to share the page. */
export function AboutEvent({ event: { id, title, accessNotes, ...where } }: { event: EventPage }) {
  const { t } = useTranslation("event-page");
  const { locale } = usePage();
  return (
    <div className="grid content-start gap-8">
      <section aria-labelledby="access">
        <h2 id="access" className="title-section">
          {t("access")}
        </h2>
        <PlaceAddress where={where} className="mt-4 text-lg" />
        {accessNotes.fr && (
          <p className="mt-2 text-lg">
            <LocalizedText of={accessNotes} mark />
          </p>
        )}
      </section>
      <ShareLinks title={readIn(locale, title).text} url={`${useRootData()?.settings.publicUrl}${pathIn(locale, `/events/${id}`)}`} />
    </div>
  );
}
