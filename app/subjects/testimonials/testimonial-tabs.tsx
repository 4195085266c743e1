import { useTranslation } from "react-i18next";
import { Tabs } from "~/ui/tabs";

/** The testimonials that are ours to publish, and those that people sent; `waiting` says how many of these nobody has read. */
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
