import type { LoaderFunctionArgs } from "@remix-run/node";
import { gate } from "~/access/gate.server";
import { fileAnswer } from "~/api/file-answer.server";

/** The copy of one's own data. */
export async function loader(args: LoaderFunctionArgs) {
  await gate(args, "/account/settings/copy/{id}");
  const path = `/api/account/data-requests/${encodeURIComponent(args.params.id ?? "")}/archive` as const;
  return fileAnswer(args.context, path);
}
