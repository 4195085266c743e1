import { useTranslation } from "react-i18next";
import { Tabs } from "~/ui/tabs";

const path = "/dashboard/admin/volunteer-hours";

/** One's own hours, the list, and for administrators what the hours are worth and the rates. */
export function HoursTabs({ isAdmin = true }: { isAdmin?: boolean }) {
  const { t } = useTranslation("hours");
  const ofAdministrators = [
    { to: `${path}/valuation`, label: t("tabs.valuation") },
    { to: `${path}/rates`, label: t("tabs.rates") },
    { to: `${path}/certificates`, label: t("tabs.certificates") },
  ];
  return (
    <Tabs
      label={t("tabs.label")}
      tabs={[
        { to: "/dashboard/volunteer-hours", label: t("tabs.own") },
        { to: path, label: t("tabs.list") },
        { to: `${path}?status=submitted`, label: t("tabs.waiting") },
        ...(isAdmin ? ofAdministrators : []),
      ]}
    />
  );
}
