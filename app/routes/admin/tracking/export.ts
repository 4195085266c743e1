import { trackingApi } from "#contract/accounts/tracking";
import { exportOf } from "~/lists/export.server";
import { trackingColumns } from "./list-parts";

export const loader = exportOf({
  policy: "/dashboard/admin/tracking/export.csv",
  list: trackingApi.list,
  columns: trackingColumns,
  file: "tracking",
});
