import { membershipsApi } from "#contract/charity/memberships";
import { exportOf } from "~/lists/export.server";
import { membershipColumns } from "./list-parts";

/** The list of memberships as files. */
export const loader = exportOf({
  policy: "/dashboard/admin/memberships/export.csv",
  list: membershipsApi.list,
  columns: membershipColumns,
  file: "memberships",
});
