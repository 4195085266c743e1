import { subscribersApi } from "#contract/accounts/newsletter";
import { exportOf } from "~/lists/export.server";
import { subscriberColumns } from "./columns";

export const loader = exportOf({
  policy: "/dashboard/admin/notifications/subscribers/export.csv",
  list: subscribersApi.list,
  columns: subscriberColumns,
  file: "newsletter",
  why: "/dashboard/admin/notifications/subscribers/export",
});
