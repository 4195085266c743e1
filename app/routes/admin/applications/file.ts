import type { LoaderFunctionArgs } from "@remix-run/node";
import { gate } from "~/access/gate.server";
import { fileAnswer } from "~/api/file-answer.server";

/** A file that was sent with an application or an answer to it. */
export async function loader(args: LoaderFunctionArgs) {
  await gate(args, "/dashboard/admin/jobs/applications/files/{id}");
  return fileAnswer(args.context, `/api/admin/applications/files/${encodeURIComponent(args.params.id ?? "")}`);
}
