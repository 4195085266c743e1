import { campaignsApi } from "#contract/accounts/campaigns";
import { exportOf } from "~/lists/export.server";
import { campaignColumns } from "./columns";

export const loader = exportOf({
  policy: "/dashboard/admin/notifications/export.csv",
  list: campaignsApi.list,
  columns: campaignColumns,
  file: "notifications",
});
