import { Check, CircleSlash, Clock, type IconNode, LoaderCircle, PenLine, Square, TriangleAlert } from "lucide";
import type { CampaignRow, CampaignState } from "#contract/accounts/campaigns";
import { type Column, RowLink } from "~/lists/column";
import { Badge, type BadgeMeaning } from "~/ui/badge";

const badges: Record<CampaignState, { meaning: BadgeMeaning; icon: IconNode }> = {
  draft: { meaning: "plain", icon: PenLine },
  scheduled: { meaning: "information", icon: Clock },
  sending: { meaning: "primary", icon: LoaderCircle },
  sent: { meaning: "success", icon: Check },
  partly_failed: { meaning: "warning", icon: TriangleAlert },
  stopped: { meaning: "danger", icon: Square },
  cancelled: { meaning: "plain", icon: CircleSlash },
};

export function CampaignBadge({ state, label }: { state: CampaignState; label: string }) {
  return <Badge {...badges[state]}>{label}</Badge>;
}

/** A draft opens in its form. */
const pageOf = ({ id, state }: CampaignRow) => `/dashboard/admin/notifications/${id}/${state === "draft" ? "edit" : "view"}`;

export const campaignColumns: Column<CampaignRow>[] = [
  {
    key: "title",
    header: (t) => t("campaigns:column.title"),
    value: ({ title }, t) => title || t("campaigns:untitled"),
    cell: (row, t) => <RowLink to={pageOf(row)}>{row.title || t("campaigns:untitled")}</RowLink>,
  },
  {
    key: "state",
    header: (t) => t("campaigns:column.state"),
    value: ({ state }, t) => t(`campaigns:state.${state}`),
    cell: ({ state }, t) => <CampaignBadge state={state} label={t(`campaigns:state.${state}`)} />,
  },
  { key: "topic", header: (t) => t("campaigns:column.topic"), value: ({ topic }, t) => t(`campaigns:topic.${topic}`) },
  {
    key: "channels",
    header: (t) => t("campaigns:column.channels"),
    value: ({ channels }, t) => channels.map((channel) => t(`campaigns:channel.${channel}`)).join(", "),
    hiddenByDefault: true,
  },
  { key: "people", header: (t) => t("campaigns:column.people"), value: ({ people }) => people, sortable: true, numeric: true },
  { key: "at", header: (t) => t("campaigns:column.at"), value: ({ at }) => (at ? new Date(at) : null), sortable: true },
  { key: "updatedBy", header: (t) => t("campaigns:column.updatedBy"), value: ({ updatedBy }) => updatedBy },
  { key: "updatedAt", header: (t) => t("campaigns:column.updatedAt"), value: ({ updatedAt }) => new Date(updatedAt), sortable: true },
];
