import type { LoaderFunctionArgs } from "@remix-run/node";
import { gate } from "~/access/gate.server";
import { fileAnswer } from "~/api/file-answer.server";

/** The certificate of somebody's membership as a PDF. */
export async function loader(args: LoaderFunctionArgs) {
  await gate(args, "/dashboard/admin/memberships/{id}/attestation.pdf");
  return fileAnswer(args.context, `/api/admin/memberships/${args.params.id ?? ""}/pdf`, { fileName: "attestation" });
}
