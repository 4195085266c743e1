import { applicationsApi } from "#contract/charity/applications";
import { exportOf } from "~/lists/export.server";
import { applicationColumns } from "./columns";

export const loader = exportOf({
  policy: "/dashboard/admin/jobs/applications/export.csv",
  list: applicationsApi.list,
  columns: applicationColumns,
  file: "applications",
});
