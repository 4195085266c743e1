import type { LoaderFunctionArgs } from "@remix-run/node";
import { gate } from "~/access/gate.server";
import { refusedFile } from "~/content/import/refused-file.server";
import { membershipImportPage } from "./membership-import.server";

/** The refused lines of a file of members. */
export async function loader(args: LoaderFunctionArgs) {
  await gate(args, "/dashboard/admin/memberships/import/refused.csv");
  return refusedFile(args, await membershipImportPage(args.context));
}
