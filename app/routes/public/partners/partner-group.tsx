import { useTranslation } from "react-i18next";
import type { Partner } from "#contract/charity/partners";
import { readIn } from "#contract/formats/localized-text";
import { imageSet, imageUrl } from "~/images/image-url";
import { Drawing } from "~/ui/drawing";
import type { DrawingName } from "~/ui/drawings";
import { LocalizedText } from "~/ui/localized-text";
import { usePage } from "~/ui/page-context";
import { SiteName } from "~/ui/site-name";

export const drawingOf: Record<Partner["kind"], DrawingName> = {
  food: "crate",
  funding: "coin",
  logistics: "bike",
  skills: "pencil",
  institution: "door",
};

/** Partners who bring the same, beside a drawing of it. */
export function PartnerGroup({ kind, partners }: { kind: Partner["kind"]; partners: Partner[] }) {
  const { t } = useTranslation("partners");
  return (
    <section className="grid gap-x-12 gap-y-6 border-line py-10 not-first:border-t-2 lg:grid-cols-[16rem_1fr]" aria-labelledby={kind}>
      <div className="flex items-center gap-5 lg:grid lg:content-start lg:justify-items-start">
        <Drawing name={drawingOf[kind]} className="w-20 flex-none lg:w-32" />
        <h2 id={kind} className="title-section">
          {t(`kind.${kind}`)}
        </h2>
      </div>
      <ul className="grid gap-x-10 gap-y-8 wrap-anywhere sm:grid-cols-2">
        {partners.map((partner) => (
          <li key={partner.id}>
            <PartnerEntry partner={partner} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function PartnerEntry({ partner: { name, description, since, url, logoId, logoAlt } }: { partner: Partner }) {
  const { t } = useTranslation("partners");
  const { locale } = usePage();
  return (
    <>
      {logoId && (
        <img
          src={imageUrl("local", logoId, 320, 1)}
          srcSet={imageSet("local", logoId, 320)}
          alt={readIn(locale, logoAlt).text}
          width={192}
          height={64}
          loading="lazy"
          className="mb-3 h-16 w-48 object-contain object-left"
        />
      )}
      <h3 className="title-card">
        <SiteName name={name} url={url} />
      </h3>
      <p className="mt-1">
        <LocalizedText of={description} mark />
      </p>
      {since && <p className="muted mt-1 text-sm">{t("since", { year: since })}</p>}
    </>
  );
}
