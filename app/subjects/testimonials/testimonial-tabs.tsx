import { useTranslation } from "react-i18next";
import { Tabs } from "~/ui/tabs";

/** The testimonials to publish, and the sent ones; `waiting` is the number of unread ones. */
export function TestimonialTabs({ data: waiting }: { data: number }) {
  const { t } = useTranslation("content");
  return (
    <Tabs
      label={t("testimonialTabs.label")}
      tabs={[
        { to: "/dashboard/admin/testimonials", label: t("testimonialTabs.ours") },
        {
          to: "/dashboard/admin/testimonials/sent",
          label: waiting > 0 ? t("testimonialTabs.sentWaiting", { waiting }) : t("testimonialTabs.sent"),
        },
      ]}
    />
  );
}
