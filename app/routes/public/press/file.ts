import type { LoaderFunctionArgs } from "@remix-run/node";
import { fileAnswer } from "~/api/file-answer.server";

/** The file of a release or a cutting, as long as it is published: browsers cache it for five minutes. */
export function loader({ context, params }: LoaderFunctionArgs) {
  return fileAnswer(context, `/api/press/${encodeURIComponent(params.id ?? "")}/file`, { cache: "private, max-age=300" });
}
