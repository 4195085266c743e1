import { usePageText } from "~/content/page-texts/use-page-text";
import { useRootData } from "~/layouts/root-data";
import { AudiencePanel, PanelSteps } from "../audience-panel";

/** Those who deliver, and those who give. */
export function Givers() {
  const t = usePageText("delivraide");
  const receipts = !!useRootData()?.settings.giftTax;
  return (
    <div className="wrap grid gap-3 pb-section lg:grid-cols-2">
      <AudiencePanel
        id="deliver"
        variant="pale"
        drawing="bike"
        title={t("volunteers.title")}
        cta={{ to: "/register/volunteer", label: t("volunteers.cta") }}
      >
        <p>{t("volunteers.text")}</p>
      </AudiencePanel>
      <AudiencePanel
        id="shop"
        variant="beige"
        drawing="crate"
        title={t("shops.title")}
        cta={{ to: "/register/donator", label: t("shops.cta") }}
      >
        <PanelSteps steps={[t("shops.1"), t("shops.2"), ...(receipts ? [t("shops.3")] : [])]} />
        <p className="text-base">{t("shops.note")}</p>
      </AudiencePanel>
    </div>
  );
}
