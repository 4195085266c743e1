import { articleRecordsApi } from "#contract/publishing/articles";
import { exportOf } from "~/lists/export.server";
import { articleColumns } from "./list-parts";

export const loader = exportOf({
  policy: "/dashboard/admin/news/export.csv",
  list: articleRecordsApi.list,
  columns: articleColumns,
  file: "articles",
});
