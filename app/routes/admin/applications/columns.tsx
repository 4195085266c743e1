import { Check, type IconNode, Inbox, X } from "lucide";
import type { ApplicationRow, ApplicationStatus } from "#contract/applications";
import { type Column, RowLink } from "~/lists/column";
import { Badge, type BadgeMeaning } from "~/ui/badge";

export const statusLooks: Record<ApplicationStatus, { meaning: BadgeMeaning; icon: IconNode }> = {
  received: { meaning: "warning", icon: Inbox },
  answered: { meaning: "success", icon: Check },
  closed: { meaning: "plain", icon: X },
};

export const applicationColumns: Column<ApplicationRow>[] = [
  {
    key: "name",
    header: (t) => t("applications:column.name"),
    value: ({ name }) => name,
    cell: ({ id, name }) => <RowLink to={`/dashboard/admin/jobs/applications/${id}`}>{name}</RowLink>,
  },
  {
    key: "status",
    header: (t) => t("applications:column.status"),
    value: ({ status }, t) => t(`applications:status.${status}`),
    cell: ({ status }, t) => <Badge {...statusLooks[status]}>{t(`applications:status.${status}`)}</Badge>,
  },
  { key: "jobTitle", header: (t) => t("applications:column.job"), value: ({ jobTitle }) => jobTitle },
  {
    key: "createdAt",
    header: (t) => t("applications:column.createdAt"),
    value: ({ createdAt }) => new Date(createdAt),
    sortable: true,
  },
];
