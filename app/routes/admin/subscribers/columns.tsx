import type { Subscriber } from "#contract/accounts/newsletter";
import { type Column, RowLink } from "~/lists/column";

export const pageOfSubscriber = (id: string) => `/dashboard/admin/notifications/subscribers/${id}`;

export const subscriberColumns: Column<Subscriber>[] = [
  {
    key: "email",
    header: (t) => t("subscribers:column.email"),
    value: ({ email }) => email,
    cell: ({ id, email }) => <RowLink to={pageOfSubscriber(id)}>{email}</RowLink>,
    sortable: true,
  },
  { key: "locale", header: (t) => t("subscribers:column.locale"), value: ({ locale }, t) => t(`subscribers:locale.${locale}`) },
  {
    key: "confirmedAt",
    header: (t) => t("subscribers:column.confirmedAt"),
    value: ({ confirmedAt }) => new Date(confirmedAt),
    sortable: true,
  },
  { key: "state", header: (t) => t("subscribers:column.state"), value: ({ state }, t) => t(`subscribers:state.${state}`) },
  { key: "page", header: (t) => t("subscribers:column.page"), value: ({ page }) => page, hiddenByDefault: true },
  {
    key: "textVersion",
    header: (t) => t("subscribers:column.textVersion"),
    value: ({ textVersion }) => textVersion,
    numeric: true,
    hiddenByDefault: true,
  },
];
