import { useTranslation } from "react-i18next";
import { isKitKind } from "#contract/charity/kit-states";
import { useIsAdmin } from "~/layouts/office/use-is-admin";
import { Tabs } from "~/ui/tabs";

/** The pages of one event: orders are those of deliveries and fittings, and messages to its people are for administrators. */
export function EventTabs({ event: { id, type } }: { event: { id: string; type: string } }) {
  const { t } = useTranslation("events");
  const isAdmin = useIsAdmin();
  const to = `/dashboard/admin/events/${id}`;
  return (
    <Tabs
      label={t("tabs.label")}
      tabs={[
        { to, label: t("tabs.event") },
        { to: `${to}/participants`, label: t("tabs.participants") },
        ...(isKitKind(type) ? [{ to: `${to}/kits`, label: t("tabs.kits") }] : []),
        { to: `${to}/places`, label: t("tabs.places") },
        { to: `${to}/questions`, label: t("tabs.questions") },
        { to: `${to}/series`, label: t("tabs.series") },
        ...(isAdmin ? [{ to: `${to}/notify`, label: t("tabs.notify") }] : []),
        { to: `${to}/qrcodes`, label: t("tabs.codes") },
      ]}
    />
  );
}
