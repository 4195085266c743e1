import { giftsInKindApi } from "#contract/giving/gifts-in-kind";
import { exportOf } from "~/lists/export.server";
import { giftInKindColumns } from "./list-parts";

/** The list of gifts in kind as files. */
export const loader = exportOf({
  policy: "/dashboard/admin/donations/in-kind/export.csv",
  list: giftsInKindApi.list,
  columns: giftInKindColumns,
  file: "gifts-in-kind",
});
