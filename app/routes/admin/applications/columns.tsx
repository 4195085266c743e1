import type { ApplicationRow } from "#contract/charity/applications";
import { type Column, RowLink } from "~/lists/column";
import { dueColumn } from "~/subjects/threads/due";
import { ThreadBadge } from "~/subjects/threads/thread-badge";

export const applicationColumns: Column<ApplicationRow>[] = [
  {
    key: "name",
    header: (t) => t("applications:column.name"),
    value: ({ name }) => name,
    cell: ({ id, name }) => <RowLink to={`/dashboard/admin/jobs/applications/${id}`}>{name}</RowLink>,
    sortable: true,
  },
  {
    key: "status",
    header: (t) => t("applications:column.status"),
    value: ({ status }, t) => t(`applications:status.${status}`),
    cell: ({ status }, t) => <ThreadBadge status={status}>{t(`applications:status.${status}`)}</ThreadBadge>,
  },
  { key: "jobTitle", header: (t) => t("applications:column.job"), value: ({ jobTitle }) => jobTitle },
  {
    key: "ticket",
    header: (t) => t("applications:column.ticket"),
    value: ({ ticket }) => ticket,
    cell: ({ ticket }) => <span className="whitespace-nowrap">{ticket}</span>,
    card: "none",
  },
  {
    key: "receivedAt",
    header: (t) => t("applications:column.receivedAt"),
    value: ({ receivedAt }) => new Date(receivedAt),
    sortable: true,
  },
  dueColumn,
];
