import { useTranslation } from "react-i18next";
import type { RecordNotice } from "#contract/accounts/inbox";
import { Panel } from "~/ui/panel";
import { SentNotices } from "./sent-notices";

type Notified = { id: string; items: RecordNotice[]; more: boolean };

/** Who was notified of a record, on its page: the latest, and the page with all. Nothing where nobody was. */
export function NotifiedPanel({ notified }: { notified: Notified | null }) {
  const { t } = useTranslation("notified");
  if (!notified || notified.items.length === 0) return null;
  const { id, items, more } = notified;
  const all = { to: `/dashboard/admin/notifications/about/${id}`, label: t("all") };
  return (
    <Panel title={t("title")} link={more ? all : undefined}>
      <SentNotices notices={items} caption={t("title")} />
    </Panel>
  );
}
