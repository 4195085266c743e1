import { fiscalReceiptsApi } from "#contract/giving/fiscal-receipts";
import { exportOf } from "~/lists/export.server";
import { receiptColumns } from "./list-parts";

/** The list of tax receipts as files. */
export const loader = exportOf({
  policy: "/dashboard/admin/fiscal-receipts/export.csv",
  list: fiscalReceiptsApi.list,
  columns: receiptColumns,
  file: "receipts",
});
