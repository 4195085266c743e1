import { useTranslation } from "react-i18next";
import { Tabs } from "~/ui/tabs";

const path = "/dashboard/admin/volunteer-hours";

/** The list, what the hours are worth, and the rates. */
export function HoursTabs() {
  const { t } = useTranslation("hours");
  return (
    <Tabs
      label={t("tabs.label")}
      tabs={[
        { to: path, label: t("tabs.list") },
        { to: `${path}?status=submitted`, label: t("tabs.waiting") },
        { to: `${path}/valuation`, label: t("tabs.valuation") },
        { to: `${path}/rates`, label: t("tabs.rates") },
        { to: `${path}/certificates`, label: t("tabs.certificates") },
      ]}
    />
  );
}
