import { ArrowRight } from "lucide";
import type { Partner } from "#contract/charity/partners";
import { readIn } from "#contract/formats/localized-text";
import { usePageText } from "~/content/page-texts/use-page-text";
import { imageUrl } from "~/images/image-url";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { usePage } from "~/ui/page-context";

export type PartnerMark = Pick<Partner, "id" | "name" | "logoId" | "logoAlt">;

/** A few of those who act with us, by their marks, or by name where there is none, and the link to all of them. */
export function Partners({ partners }: { partners: PartnerMark[] }) {
  const t = usePageText("home");
  const { locale } = usePage();
  if (partners.length === 0) return null;
  return (
    <section className="wrap grid gap-x-12 gap-y-5 pt-section lg:grid-cols-[1.35fr_1fr]" aria-labelledby="partners">
      <h2 id="partners" className="title-section">
        {t("partners.title")}
      </h2>
      <div>
        <ul className="flex flex-wrap items-center gap-x-8 gap-y-5 text-lg wrap-anywhere">
          {partners.map(({ id, name, logoId, logoAlt }) => (
            <li key={id}>
              {logoId ? (
                <img
                  src={imageUrl("local", logoId, 320, 1)}
                  alt={readIn(locale, logoAlt).text || name}
                  width={128}
                  height={56}
                  loading="lazy"
                  className="h-14 w-32 object-contain"
                />
              ) : (
                name
              )}
            </li>
          ))}
        </ul>
        <Link className="more mt-4" to="/partners">
          {t("partners.all")}
          <Icon of={ArrowRight} />
        </Link>
      </div>
    </section>
  );
}
