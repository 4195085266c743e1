import type { LoaderFunctionArgs } from "@remix-run/node";
import { gate } from "~/access/gate.server";
import { refusedFile } from "~/content/import/refused-file.server";
import { peopleImportPage } from "./people-import.server";

/** The refused lines of a file of volunteers. */
export async function loader(args: LoaderFunctionArgs) {
  await gate(args, "/dashboard/admin/users/volunteers/import/refused.csv");
  return refusedFile(args, await peopleImportPage(args.context));
}
