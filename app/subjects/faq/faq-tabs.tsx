import { useTranslation } from "react-i18next";
import { Tabs } from "~/ui/tabs";

/** The questions that have an answer, and the searches that have none. */
export function FaqTabs() {
  const { t } = useTranslation("content");
  return (
    <Tabs
      label={t("faqTabs.label")}
      tabs={[
        { to: "/dashboard/admin/faq/questions", label: t("faqTabs.questions") },
        { to: "/dashboard/admin/faq/searches", label: t("faqTabs.searches") },
        { to: "/dashboard/admin/faq/synonyms", label: t("faqTabs.synonyms") },
      ]}
    />
  );
}
