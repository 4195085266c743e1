import { useTranslation } from "react-i18next";
import { Tabs } from "~/ui/tabs";

/** The two kinds of documents: papers that people send, and texts that they sign. */
export function DocumentsTabs() {
  const { t } = useTranslation("papers");
  const base = "/dashboard/admin/documents";
  return (
    <Tabs
      label={t("tabs.label")}
      tabs={[
        { to: base, label: t("tabs.papers") },
        { to: `${base}/texts`, label: t("tabs.texts") },
      ]}
    />
  );
}
