import type { SectorVisit } from "#contract/charity/sector-hours";
import { usePageText } from "~/content/page-texts/use-page-text";
import { OpenSector } from "./open-sector";

/** Where the shop is, and when it opens. */
export function Shops({ sectors }: { sectors: SectorVisit[] }) {
  const t = usePageText("dressed");
  if (sectors.length === 0) return null;
  return (
    <section id="shop" className="wrap pb-section">
      <h2 className="title-section">{t("shop.title")}</h2>
      <p className="mt-3 text-lg">{t("shop.text")}</p>
      <ul className="mt-6 grid gap-x-10 wrap-anywhere sm:grid-cols-2 lg:grid-cols-3">
        {sectors.map((sector) => (
          <OpenSector key={sector.id} sector={sector} />
        ))}
      </ul>
    </section>
  );
}
