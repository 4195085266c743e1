import type { LoaderFunctionArgs } from "@remix-run/node";
import { gate } from "~/access/gate.server";
import { fileAnswer } from "~/api/file-answer.server";

/** The copy of someone's data that staff requested on their behalf. */
export async function loader(args: LoaderFunctionArgs) {
  await gate(args, "/dashboard/admin/privacy/{id}/copy");
  return fileAnswer(args.context, `/api/admin/data-requests/${encodeURIComponent(args.params.id ?? "")}/archive`);
}
