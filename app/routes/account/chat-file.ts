import type { LoaderFunctionArgs } from "@remix-run/node";
import { gate } from "~/access/gate.server";
import { fileAnswer } from "~/api/file-answer.server";

/** A file of one's own conversation with the team. */
export async function loader(args: LoaderFunctionArgs) {
  await gate(args, "/account/chat/files/{id}");
  return fileAnswer(args.context, `/api/account/chat/files/${encodeURIComponent(args.params.id ?? "")}`);
}
