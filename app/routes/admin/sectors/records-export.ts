import { monthlyRecordsApi } from "#contract/charity/monthly-records";
import { exportOf } from "~/lists/export.server";
import { recordColumns } from "./record-parts";

export const loader = exportOf({
  policy: "/dashboard/admin/sectors/{id}/records/export.csv",
  list: monthlyRecordsApi.list,
  columns: recordColumns,
  file: "monthly-records",
});
