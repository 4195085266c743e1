import type { LoaderFunctionArgs } from "@remix-run/node";
import { gate } from "~/access/gate.server";
import { refusedFile } from "~/content/import/refused-file.server";
import { donorsImportPage } from "./donors-import.server";

/** The refused lines of HelloAsso's export of donors. */
export async function loader(args: LoaderFunctionArgs) {
  await gate(args, "/dashboard/admin/donations/donors/import/refused.csv");
  return refusedFile(args, donorsImportPage);
}
