import { useTranslation } from "react-i18next";
import type { Dashboard } from "#contract/charity/dashboard";
import { Facts } from "~/ui/facts";
import { Panel } from "~/ui/panel";
import type { OwnNames } from "./own-names.server";

type Props = { shop: NonNullable<Dashboard["shop"]>; names: OwnNames };

/** What the volunteers who collect read about a shop. */
export function ShopPanel({ shop: { companyName, addressLine, postcode, city, pickupNotes }, names }: Props) {
  const { t } = useTranslation("dashboard");
  const address = [addressLine, `${postcode} ${city}`.trim()].filter(Boolean).join(", ");
  const facts = [
    { label: t("shop.address"), value: address },
    { label: t("shop.moments"), value: names.moments.join(" ; ") },
    { label: t("shop.products"), value: names.products.join(", ") },
    { label: t("shop.notes"), value: pickupNotes },
  ];
  return (
    <Panel title={t("shop.title")} link={{ to: "/account/settings/shop", label: t("shop.change") }}>
      <p className="mb-3 text-xl font-extrabold">{companyName}</p>
      <Facts facts={facts.filter(({ value }) => value)} className="grid gap-3" />
    </Panel>
  );
}
