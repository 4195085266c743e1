import { useTranslation } from "react-i18next";
import { accountDeadline } from "#contract/accounts/answer-days";
import type { AccountState } from "#contract/accounts/current-user";
import type { ChatQuery, ChatRow } from "#contract/accounts/verification-chats";
import type { Narrowed } from "~/lists/choices.server";
import { type Column, RowLink } from "~/lists/column";
import { choiceFilter, type Filter } from "~/lists/filter";
import { useOverdueFilter } from "~/lists/overdue-filter";
import { StateBadge } from "~/subjects/people/badges";
import { LocalDate } from "~/ui/local-date";
import { WaitingAge } from "~/ui/waiting-age";
import { ChatBadge } from "./chat-badge";

/** States of accounts that people write to us from. */
const accountStates: AccountState[] = ["waiting", "to_validate", "validated", "refused", "suspended"];

export const chatColumns: Column<ChatRow>[] = [
  {
    key: "name",
    header: (t) => t("chats:column.name"),
    value: ({ name }) => name,
    cell: ({ id, name, role, team }, t) => (
      <>
        <RowLink to={`/dashboard/admin/verification-chats/${id}`}>{name}</RowLink>
        <small className="muted block max-sm:hidden">{[t(`people:role.${role}`), team].filter(Boolean).join(" · ")}</small>
      </>
    ),
  },
  {
    key: "status",
    header: (t) => t("chats:column.status"),
    value: ({ status }, t) => t(`chats:status.${status}`),
    cell: ({ status }) => <ChatBadge status={status} />,
  },
  { key: "role", header: (t) => t("chats:column.role"), value: ({ role }, t) => t(`people:role.${role}`), onCards: true },
  {
    key: "account",
    header: (t) => t("chats:column.account"),
    value: ({ accountState }, t) => t(`people:state.${accountState}`),
    cell: ({ accountState }) => <StateBadge state={accountState} />,
    card: "none",
  },
  { key: "team", header: (t) => t("chats:column.team"), value: ({ team }) => team, onCards: true },
  {
    key: "owner",
    header: (t) => t("chats:column.owner"),
    value: ({ owner, mine }, t) => (mine ? t("chats:owner.you") : owner),
  },
  {
    key: "turnSince",
    header: (t) => t("chats:column.turnSince"),
    value: ({ turnSince }) => new Date(turnSince),
    cell: ({ status, turnSince }) =>
      status === "waiting_staff" ? (
        <WaitingAge since={turnSince} promise={accountDeadline} />
      ) : (
        <LocalDate value={turnSince} style="short" />
      ),
    sortable: true,
    card: "line",
  },
];

export function useChatFilters({ query, choices }: Narrowed<ChatQuery>): Filter[] {
  const { t } = useTranslation("chats");
  const { t: people } = useTranslation("people");
  const due = useOverdueFilter(query.due);
  return [
    due,
    choiceFilter("status", t("filter.status"), query, choices.status, (value) => t(`status.${value}`)),
    choiceFilter("owner", t("filter.owner"), query, choices.owner, (value) => t(`owner.${value}`)),
    choiceFilter("account", t("filter.account"), query, accountStates, (value) => people(`state.${value}`)),
  ];
}
