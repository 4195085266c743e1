import type { LoaderFunctionArgs } from "@remix-run/node";
import { gate } from "~/access/gate.server";
import { fileAnswer } from "~/api/file-answer.server";

/** One's own time line, as a PDF. */
export async function loader(args: LoaderFunctionArgs) {
  const { id } = await gate(args, "/dashboard/my-tracking/timeline.pdf");
  return fileAnswer(args.context, `/api/account/timeline/${id}/pdf`, { fileName: "maillon-follow-up" });
}
