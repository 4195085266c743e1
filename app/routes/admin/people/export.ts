import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportOf } from "~/lists/export.server";
import { exportColumns } from "~/subjects/people/columns";
import { peopleEndpoints, peopleListAt } from "~/subjects/people/lists";

/** Any list of people as files. */
export function loader(args: LoaderFunctionArgs) {
  const name = peopleListAt(args.request.url);
  const policy = `/dashboard/admin/users/${name}/export.csv` as const;
  return exportOf({ policy, list: peopleEndpoints[name], columns: exportColumns(name), file: name })(args);
}
