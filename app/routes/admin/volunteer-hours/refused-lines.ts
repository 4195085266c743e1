import type { LoaderFunctionArgs } from "@remix-run/node";
import { gate } from "~/access/gate.server";
import { refusedFile } from "~/content/import/refused-file.server";
import { hoursImportPage } from "./hours-import.server";

/** The refused lines of a file of hours. */
export async function loader(args: LoaderFunctionArgs) {
  await gate(args, "/dashboard/admin/volunteer-hours/import/refused.csv");
  return refusedFile(args, await hoursImportPage(args.context));
}
