import { kitOrdersApi } from "#contract/charity/kit-orders";
import { exportOf } from "~/lists/export.server";
import { kitFileColumns } from "~/subjects/kit-orders/kit-columns";

/** The orders of an event as files. What the reader may not read of diets and allergies is as hidden there as on the page. */
export const loader = exportOf({
  policy: "/dashboard/admin/events/{id}/kits/export.csv",
  list: kitOrdersApi.list,
  columns: kitFileColumns,
  file: "kits",
});
