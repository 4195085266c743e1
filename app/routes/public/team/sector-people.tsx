import { useTranslation } from "react-i18next";
import type { Portrait } from "#contract/publishing/portraits";
import { SectorFaces } from "~/subjects/sectors/sector-faces";

/** Who welcomes people there, where they agreed to be shown. */
export function SectorPeople({ portraits }: { portraits: Portrait[] }) {
  const { t } = useTranslation("team");
  if (portraits.length === 0) return null;
  return (
    <section aria-labelledby="people">
      <h2 id="people" className="title-section mb-5">
        {t("one.people")}
      </h2>
      <SectorFaces portraits={portraits} />
    </section>
  );
}
