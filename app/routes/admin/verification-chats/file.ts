import type { LoaderFunctionArgs } from "@remix-run/node";
import { gate } from "~/access/gate.server";
import { fileAnswer } from "~/api/file-answer.server";

/** A file of the chat with a person. */
export async function loader(args: LoaderFunctionArgs) {
  await gate(args, "/dashboard/admin/verification-chats/files/{id}");
  return fileAnswer(args.context, `/api/admin/verification-chats/files/${encodeURIComponent(args.params.id ?? "")}`);
}
