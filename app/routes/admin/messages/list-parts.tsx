import { useTranslation } from "react-i18next";
import type { MessageRow, MessageRowsQuery } from "#contract/charity/contact";
import type { SectorName } from "#contract/charity/sectors";
import { useTranslate } from "~/i18n/use-translate";
import type { Narrowed } from "~/lists/choices.server";
import { type Column, RowLink } from "~/lists/column";
import { choiceFilter, type Filter, rangeFilter } from "~/lists/filter";
import { dueColumn, dueFilter } from "~/subjects/threads/due";
import { ThreadBadge } from "~/subjects/threads/thread-badge";

export const messageColumns: Column<MessageRow>[] = [
  {
    key: "name",
    header: (t) => t("contact:messages.column.name"),
    value: ({ name }) => name,
    cell: ({ id, name }) => <RowLink to={`/dashboard/admin/messages/${id}`}>{name}</RowLink>,
    sortable: true,
  },
  {
    key: "status",
    header: (t) => t("contact:messages.column.status"),
    value: ({ status }, t) => t(`contact:messages.status.${status}`),
    cell: ({ status }, t) => <ThreadBadge status={status}>{t(`contact:messages.status.${status}`)}</ThreadBadge>,
  },
  { key: "topic", header: (t) => t("contact:messages.column.topic"), value: ({ topic }, t) => t(`contact:topic.${topic}`) },
  { key: "team", header: (t) => t("contact:messages.column.team"), value: ({ team }, t) => team ?? t("contact:messages.national") },
  {
    key: "ticket",
    header: (t) => t("contact:messages.column.ticket"),
    value: ({ ticket }) => ticket,
    cell: ({ ticket }) => <span className="whitespace-nowrap">{ticket}</span>,
    card: "none",
  },
  {
    key: "receivedAt",
    header: (t) => t("contact:messages.column.receivedAt"),
    value: ({ receivedAt }) => new Date(receivedAt),
    sortable: true,
    card: "line",
  },
  dueColumn,
];

export function useMessageFilters({ query, choices }: Narrowed<MessageRowsQuery>, sectors: SectorName[]): Filter[] {
  const { t } = useTranslation("contact");
  return [
    choiceFilter("status", t("messages.filter.status"), query, choices.status, (value) => t(`messages.status.${value}`)),
    choiceFilter("topic", t("messages.filter.topic"), query, choices.topic, (value) => t(`topic.${value}`)),
    {
      name: "team",
      label: t("messages.filter.team"),
      value: query.team,
      choices: sectors.map(({ id, name }) => ({ value: id, label: name })),
    },
    dueFilter(query.due, useTranslate()),
    rangeFilter("day", "receivedAt", t("messages.column.receivedAt"), query),
  ];
}
