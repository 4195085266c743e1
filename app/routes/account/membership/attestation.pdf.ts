import type { LoaderFunctionArgs } from "@remix-run/node";
import { gate } from "~/access/gate.server";
import { fileAnswer } from "~/api/file-answer.server";

/** The certificate of one's own membership as a PDF. */
export async function loader(args: LoaderFunctionArgs) {
  await gate(args, "/account/membership/{id}/attestation.pdf");
  return fileAnswer(args.context, `/api/own-membership/${args.params.id ?? ""}/pdf`, { fileName: "attestation" });
}
