import { pledgesApi } from "#contract/giving/pledges";
import { exportOf } from "~/lists/export.server";
import { pledgeColumns } from "./list-parts";

export const loader = exportOf({
  policy: "/dashboard/admin/donations/pledges/export.csv",
  list: pledgesApi.list,
  columns: pledgeColumns,
  file: "pledges",
});
