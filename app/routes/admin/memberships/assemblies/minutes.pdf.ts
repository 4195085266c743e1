import type { LoaderFunctionArgs } from "@remix-run/node";
import { gate } from "~/access/gate.server";
import { fileAnswer } from "~/api/file-answer.server";

/** The minutes of a closed assembly. */
export async function loader(args: LoaderFunctionArgs) {
  await gate(args, "/dashboard/admin/memberships/assemblies/{id}/minutes.pdf");
  const id = encodeURIComponent(args.params.id ?? "");
  return fileAnswer(args.context, `/api/admin/assemblies/${id}/minutes`, { fileName: "assembly-minutes" });
}
