import { Ban, Check, CirclePause, Clock, type IconNode } from "lucide";
import type { LinkStatus, RegistrationLink } from "#contract/accounts/registration-links";
import { type Column, RowLink } from "~/lists/column";
import { Badge, type BadgeMeaning } from "~/ui/badge";

const badges: Record<LinkStatus, { meaning: BadgeMeaning; icon: IconNode }> = {
  active: { meaning: "success", icon: Check },
  paused: { meaning: "warning", icon: CirclePause },
  exhausted: { meaning: "plain", icon: Check },
  expired: { meaning: "plain", icon: Clock },
  revoked: { meaning: "danger", icon: Ban },
};

export function LinkBadge({ status, label }: { status: LinkStatus; label: string }) {
  return <Badge {...badges[status]}>{label}</Badge>;
}

export const linkColumns: Column<RegistrationLink>[] = [
  {
    key: "label",
    header: (t) => t("registration-links:column.label"),
    value: ({ label }) => label,
    cell: ({ id, label }) => <RowLink to={`/dashboard/admin/registration-links/${id}/view`}>{label}</RowLink>,
  },
  { key: "role", header: (t) => t("registration-links:column.role"), value: ({ role }, t) => t(`registration-links:role.${role}`) },
  { key: "team", header: (t) => t("registration-links:column.team"), value: ({ team }, t) => team ?? t("registration-links:national") },
  {
    key: "uses",
    header: (t) => t("registration-links:column.uses"),
    value: ({ uses, maxUses }, t) => (maxUses === null ? String(uses) : t("registration-links:uses", { uses, max: maxUses })),
    sortable: true,
    numeric: true,
  },
  {
    key: "status",
    header: (t) => t("registration-links:column.status"),
    value: ({ status }, t) => t(`registration-links:status.${status}`),
    cell: ({ status }, t) => <LinkBadge status={status} label={t(`registration-links:status.${status}`)} />,
  },
  {
    key: "expiresAt",
    header: (t) => t("registration-links:column.expiresAt"),
    value: ({ expiresAt }) => (expiresAt ? new Date(expiresAt) : null),
  },
  {
    key: "createdAt",
    header: (t) => t("registration-links:column.createdAt"),
    value: ({ createdAt }) => new Date(createdAt),
    sortable: true,
  },
];
