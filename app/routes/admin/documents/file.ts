import type { LoaderFunctionArgs } from "@remix-run/node";
import { gate } from "~/access/gate.server";
import { fileAnswer } from "~/api/file-answer.server";

/** The file of a document that waits for a decision. */
export async function loader(args: LoaderFunctionArgs) {
  await gate(args, "/dashboard/admin/documents/{id}/file");
  return fileAnswer(args.context, `/api/admin/papers/${encodeURIComponent(args.params.id ?? "")}/file`);
}
