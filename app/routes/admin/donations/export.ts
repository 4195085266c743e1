import { paymentsApi } from "#contract/giving/payments";
import { exportOf } from "~/lists/export.server";
import { paymentColumns } from "./list-parts";

/** The list of payments as files. */
export const loader = exportOf({
  policy: "/dashboard/admin/donations/export.csv",
  list: paymentsApi.list,
  columns: paymentColumns,
  file: "payments",
});
