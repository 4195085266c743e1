import { useTranslation } from "react-i18next";
import { Tabs } from "~/ui/tabs";

const path = "/dashboard/admin/donations";

/** Payments, pledges, and what is brought to the bank. */
export function DonationTabs() {
  const { t } = useTranslation("payments");
  return (
    <Tabs
      label={t("tabs.label")}
      tabs={[
        { to: path, label: t("tabs.payments") },
        { to: `${path}/pledges`, label: t("tabs.pledges") },
        { to: `${path}/cheques`, label: t("tabs.cheques") },
        { to: `${path}/cash`, label: t("tabs.cash") },
      ]}
    />
  );
}
