import { useTranslation } from "react-i18next";
import { Tabs } from "~/ui/tabs";

/** The sectors as a list, and as a tree. */
export function SectorTabs() {
  const { t } = useTranslation("content");
  return (
    <Tabs
      label={t("sectorTabs.label")}
      tabs={[
        { to: "/dashboard/admin/sectors", label: t("sectorTabs.list") },
        { to: "/dashboard/admin/sectors/tree", label: t("sectorTabs.tree") },
      ]}
    />
  );
}
