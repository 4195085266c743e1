import type { LoaderFunctionArgs } from "@remix-run/node";
import { contentColumns, fileColumns } from "~/content/columns";
import { openSubject, referenceChoices } from "~/content/content-pages.server";
import { exportOf } from "~/lists/export.server";

/** The export of any subject's list, with all fields, or with the chosen columns. */
export async function loader(args: LoaderFunctionArgs) {
  const { name, subject, subjectApi, path } = await openSubject(args, "export.csv");
  const columnsOf = new URL(args.request.url).searchParams.has("columns") ? contentColumns : fileColumns;
  const columns = columnsOf(name, subject, await referenceChoices(args.context, name), subjectApi);
  return exportOf({ policy: `${path}/export.csv`, list: subjectApi.records, columns, file: name.replace("/", "-") })(args);
}
