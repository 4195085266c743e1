import { useTranslation } from "react-i18next";
import { Tabs } from "~/ui/tabs";

export function MailsTabs() {
  const { t } = useTranslation("outbox");
  const base = "/dashboard/admin/mails";
  return (
    <Tabs
      label={t("tabs.label")}
      tabs={[
        { to: base, label: t("tabs.outbox") },
        { to: `${base}/templates`, label: t("tabs.templates") },
      ]}
    />
  );
}
