import type { LoaderFunctionArgs } from "@remix-run/node";
import { gate } from "~/access/gate.server";
import { fileAnswer } from "~/api/file-answer.server";

/** A file that was sent with a message. */
export async function loader(args: LoaderFunctionArgs) {
  await gate(args, "/dashboard/admin/messages/files/{id}");
  return fileAnswer(args.context, `/api/admin/messages/files/${encodeURIComponent(args.params.id ?? "")}`);
}
