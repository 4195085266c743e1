import type { LoaderFunctionArgs } from "@remix-run/node";
import { gate } from "~/access/gate.server";
import { refusedFile } from "~/content/import/refused-file.server";
import { helloassoMembersPage } from "./helloasso-import.server";

/** The refused lines of HelloAsso's export of members. */
export async function loader(args: LoaderFunctionArgs) {
  await gate(args, "/dashboard/admin/memberships/helloasso/import/refused.csv");
  return refusedFile(args, helloassoMembersPage);
}
