import { auditApi } from "#contract/law/audit";
import type { Column } from "~/lists/column";
import { exportOf } from "~/lists/export.server";
import { auditColumns } from "~/subjects/audit/columns";
import { fieldLabel } from "~/subjects/audit/field-labels";
import type { AuditLine } from "~/subjects/audit/lines";

/** The export contains the values before and after, unless they are blanked. */
const changes: Column<AuditLine>["value"] = ({ entityType, fields, changes }, t) =>
  changes ? JSON.stringify(changes) : fields.map((field) => fieldLabel(entityType, field, t)).join(", ");

export const loader = exportOf({
  policy: "/dashboard/admin/audit-log/export.csv",
  list: auditApi.list,
  columns: auditColumns.map((column) => (column.key === "changes" ? { ...column, value: changes } : column)),
  file: "audit-log",
  why: "/dashboard/admin/audit-log/export",
  rowsStay: true,
});
