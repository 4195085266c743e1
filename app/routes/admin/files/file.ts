import type { LoaderFunctionArgs } from "@remix-run/node";
import { gate } from "~/access/gate.server";
import { fileAnswer } from "~/api/file-answer.server";

/** A file that belongs to a record of content, for staff. */
export async function loader(args: LoaderFunctionArgs) {
  await gate(args, "/dashboard/admin/files/{id}");
  return fileAnswer(args.context, `/api/admin/record-files/${encodeURIComponent(args.params.id ?? "")}`);
}
