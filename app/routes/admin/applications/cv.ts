import type { LoaderFunctionArgs } from "@remix-run/node";
import { gate } from "~/access/gate.server";
import { fileAnswer } from "~/api/file-answer.server";

/** The CV of an application, through the session of the page. */
export async function loader(args: LoaderFunctionArgs) {
  await gate(args, "/dashboard/admin/jobs/applications/{id}/cv");
  return fileAnswer(args.context, `/api/admin/applications/${encodeURIComponent(args.params.id ?? "")}/cv`, { fileName: "cv" });
}
