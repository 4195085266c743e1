import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportOf } from "~/lists/export.server";
import { exportColumns } from "~/subjects/people/columns";
import { peopleEndpoints, peopleListAt } from "~/subjects/people/lists";

/** Any list of people as files. A coordinator may look after more sectors than they may export: their file holds the latter. */
export async function loader(args: LoaderFunctionArgs) {
  const name = peopleListAt(args.request.url);
  const policy = `/dashboard/admin/users/${name}/export.csv` as const;
  const user = await args.context.session.user();
  const request = user?.role === "ADMIN" ? args.request : asExport(args.request);
  return exportOf({ policy, list: peopleEndpoints[name], columns: exportColumns(name), file: name })({ ...args, request });
}

function asExport(request: Request): Request {
  const url = new URL(request.url);
  url.searchParams.set("exporting", "yes");
  return new Request(url, request);
}
