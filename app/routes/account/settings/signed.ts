import type { LoaderFunctionArgs } from "@remix-run/node";
import { gate } from "~/access/gate.server";
import { fileAnswer } from "~/api/file-answer.server";

/** A text one has signed, as a PDF. */
export async function loader(args: LoaderFunctionArgs) {
  await gate(args, "/account/settings/signed/{id}");
  const path = `/api/account/signatures/${encodeURIComponent(args.params.id ?? "")}/pdf` as const;
  return fileAnswer(args.context, path);
}
