import { expenseClaimsApi } from "#contract/charity/expense-claims";
import { exportOf } from "~/lists/export.server";
import { claimColumns } from "./list-parts";

/** The list of expense claims as files. */
export const loader = exportOf({
  policy: "/dashboard/admin/expense-claims/export.csv",
  list: expenseClaimsApi.list,
  columns: claimColumns,
  file: "expense-claims",
});
