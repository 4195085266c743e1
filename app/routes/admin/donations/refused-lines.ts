import type { LoaderFunctionArgs } from "@remix-run/node";
import { gate } from "~/access/gate.server";
import { refusedFile } from "~/content/import/refused-file.server";
import { helloassoImportPage } from "./helloasso-import.server";

/** The refused lines of a file of HelloAsso. */
export async function loader(args: LoaderFunctionArgs) {
  await gate(args, "/dashboard/admin/donations/import/refused.csv");
  return refusedFile(args, helloassoImportPage);
}
