import { auditApi } from "#contract/audit";
import { auditColumns } from "~/audit/columns";
import { exportOf } from "~/lists/export.server";

export const loader = exportOf({
  policy: "/dashboard/admin/audit-log/export.csv",
  list: auditApi.list,
  columns: auditColumns,
  file: "audit-log",
  why: "/dashboard/admin/audit-log/export",
});
