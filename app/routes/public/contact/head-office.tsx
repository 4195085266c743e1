import { ExternalLink } from "lucide";
import type { Office } from "#contract/charity/contact";
import type { SectorVisit } from "#contract/charity/sector-hours";
import { usePageText } from "~/content/page-texts/use-page-text";
import { useRootData } from "~/layouts/root-data";
import { FrancePlan } from "~/subjects/sectors/france-plan";
import { Icon } from "~/ui/icon";
import { OutsideLink } from "~/ui/outside-link";

/** The head office on a drawn map, with the teams that have opening hours. No external map is loaded, only linked. */
export function HeadOffice({ office, sectors }: { office: Office & { address: string }; sectors: SectorVisit[] }) {
  const t = usePageText("contact");
  const organisation = useRootData()?.settings.organisation;
  const map = `https://www.openstreetmap.org/search?query=${encodeURIComponent(office.address)}`;
  return (
    <section className="rounded-2xl bg-beige p-[clamp(1.5rem,3vw,2.25rem)]" aria-labelledby="head-office">
      <h2 id="head-office" className="title-card">
        {t("address.title")}
      </h2>
      <address className="mt-2 not-italic wrap-anywhere">
        <b>{organisation}</b>
        {office.address.split(/,\s*/).map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </address>
      <FrancePlan own={office} others={sectors} label={t("address.plan")} className="my-4 w-full max-w-52" />
      <p className="mt-2">{t("address.access")}</p>
      <p className="mt-3">
        <OutsideLink className="more" href={map}>
          {t("address.map")}
          <Icon of={ExternalLink} />
        </OutsideLink>
      </p>
    </section>
  );
}
