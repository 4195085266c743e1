import { Archive, Check, Clock, type IconNode, Undo2 } from "lucide";
import type { SentRow } from "#contract/publishing/sent-testimonials";
import { type Column, RowLink } from "~/lists/column";
import { Badge, type BadgeMeaning } from "~/ui/badge";

const badges: Record<SentRow["status"], { meaning: BadgeMeaning; icon: IconNode }> = {
  submitted: { meaning: "warning", icon: Clock },
  approved: { meaning: "success", icon: Check },
  declined: { meaning: "plain", icon: Archive },
  withdrawn: { meaning: "plain", icon: Undo2 },
};

export function SentBadge({ status, children }: { status: SentRow["status"]; children: string }) {
  return <Badge {...badges[status]}>{children}</Badge>;
}

export const columns: Column<SentRow>[] = [
  {
    key: "initials",
    header: (t) => t("sent-testimonials:column.initials"),
    value: ({ initials }) => initials,
    cell: ({ id, initials }) => <RowLink to={`/dashboard/admin/testimonials/sent/${id}`}>{initials}</RowLink>,
    sortable: true,
  },
  {
    key: "status",
    header: (t) => t("sent-testimonials:column.status"),
    value: ({ status }, t) => t(`sent-testimonials:status.${status}`),
    cell: ({ status }, t) => <SentBadge status={status}>{t(`sent-testimonials:status.${status}`)}</SentBadge>,
  },
  {
    key: "speaker",
    header: (t) => t("sent-testimonials:column.speaker"),
    value: ({ speaker }) => speaker,
    cell: ({ speaker, locale }) => (
      <span className="wrap-anywhere" lang={locale}>
        {speaker}
      </span>
    ),
  },
  {
    key: "locale",
    header: (t) => t("sent-testimonials:column.locale"),
    value: ({ locale }, t) => t(`sent-testimonials:locale.${locale}`),
    card: "none",
  },
  { key: "ticket", header: (t) => t("sent-testimonials:column.ticket"), value: ({ ticket }) => ticket, card: "none" },
  {
    key: "receivedAt",
    header: (t) => t("sent-testimonials:column.receivedAt"),
    value: ({ receivedAt }) => new Date(receivedAt),
    sortable: true,
  },
];
