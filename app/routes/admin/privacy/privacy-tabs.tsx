import { useTranslation } from "react-i18next";
import { Tabs } from "~/ui/tabs";

/** The two pages of privacy: requests, and retention. */
export function PrivacyTabs() {
  const { t } = useTranslation("privacy");
  const base = "/dashboard/admin/privacy";
  return (
    <Tabs
      label={t("tabs.label")}
      tabs={[
        { to: base, label: t("tabs.requests") },
        { to: `${base}/retention`, label: t("tabs.retention") },
      ]}
    />
  );
}
