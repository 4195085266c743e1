import type { LoaderFunctionArgs } from "@remix-run/node";
import { contentColumns } from "~/content/columns";
import { openSubject, referenceChoices } from "~/content/content-pages.server";
import { exportOf } from "~/lists/export.server";

/** The list of any subject as files. */
export async function loader(args: LoaderFunctionArgs) {
  const { name, subject, path } = await openSubject(args, "export.csv");
  const columns = contentColumns(name, subject, await referenceChoices(args.context, name));
  return exportOf({ policy: `${path}/export.csv`, list: subject.api.list, columns, file: name.replace("/", "-") })(args);
}
