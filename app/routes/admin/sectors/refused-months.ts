import type { LoaderFunctionArgs } from "@remix-run/node";
import { gate } from "~/access/gate.server";
import { refusedFile } from "~/content/import/refused-file.server";
import { monthsImportPage } from "./months-import.server";

/** The refused lines of a file of months. */
export async function loader(args: LoaderFunctionArgs) {
  await gate(args, "/dashboard/admin/sectors/records/import/refused.csv");
  return refusedFile(args, await monthsImportPage(args.context));
}
