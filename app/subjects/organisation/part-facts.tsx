import { useTranslation } from "react-i18next";
import type { OrganisationPartRecord } from "#contract/charity/organisation";
import { writtenTime } from "#contract/formats/weekday-names";
import { spacedIban } from "#contract/giving/bank-codes";
import { imageUrl } from "~/images/image-url";
import { Facts } from "~/ui/facts";
import { usePage } from "~/ui/page-context";

/** The facts of a part, including the missing ones. */
export function PartFacts({ facts }: Pick<OrganisationPartRecord, "facts">) {
  const { t } = useTranslation("organisation");
  const { locale } = usePage();
  const shown = (name: string, value: string | number | null) => {
    if (value === null || value === "") return <span className="muted font-normal">{t("missing")}</span>;
    if (name === "logoId") return <img src={imageUrl("local", String(value), 320, 1)} alt={t("field.logoId")} className="h-12 w-auto" />;
    if (name === "primaryColour") return t(`colour.${value as "pink"}`);
    if (name === "aidRule") return t(`aidRule.${value as "none"}`);
    if (name === "giftTaxRegime") return t(`regime.${value as "75"}`);
    if (name === "hoursFrom" || name === "hoursTo") return writtenTime(locale, String(value));
    return name === "iban" ? spacedIban(String(value)) : String(value);
  };
  return (
    <Facts facts={Object.entries(facts).map(([name, value]) => ({ label: t(`field.${name as "name"}`), value: shown(name, value) }))} />
  );
}
