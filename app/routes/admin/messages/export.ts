import { messagesApi } from "#contract/charity/contact";
import { exportOf } from "~/lists/export.server";
import { messageColumns } from "./list-parts";

export const loader = exportOf({
  policy: "/dashboard/admin/messages/export.csv",
  list: messagesApi.list,
  columns: messageColumns,
  file: "messages",
});
