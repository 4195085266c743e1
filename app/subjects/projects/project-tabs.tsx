import { useTranslation } from "react-i18next";
import { Tabs } from "~/ui/tabs";

/** The projects as a list, and by stage. */
export function ProjectTabs() {
  const { t } = useTranslation("content");
  return (
    <Tabs
      label={t("projectTabs.label")}
      tabs={[
        { to: "/dashboard/admin/projects", label: t("projectTabs.list") },
        { to: "/dashboard/admin/projects/board", label: t("projectTabs.board") },
      ]}
    />
  );
}
