import { hoursAdminApi } from "#contract/charity/volunteer-hours-admin";
import { exportOf } from "~/lists/export.server";
import { hoursColumns } from "./list-parts";

/** The list of hours as files. */
export const loader = exportOf({
  policy: "/dashboard/admin/volunteer-hours/export.csv",
  list: hoursAdminApi.list,
  columns: hoursColumns,
  file: "volunteer-hours",
});
