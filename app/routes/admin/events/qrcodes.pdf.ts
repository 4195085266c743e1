import type { LoaderFunctionArgs } from "@remix-run/node";
import { SheetQuery } from "#contract/charity/check-ins";
import { gate } from "~/access/gate.server";
import { fileAnswer } from "~/api/file-answer.server";

/** The codes of an event to print: labels, badges, or the poster of the entrance. */
export async function loader(args: LoaderFunctionArgs) {
  await gate(args, "/dashboard/admin/events/{id}/qrcodes.pdf");
  const { format, quotaId, page, answers } = SheetQuery.parse(Object.fromEntries(new URL(args.request.url).searchParams));
  const query = new URLSearchParams({ format, page: String(page), ...(quotaId && { quotaId }), ...(answers && { answers }) });
  return fileAnswer(args.context, `/api/admin/events/${encodeURIComponent(args.params.id ?? "")}/codes/pdf?${query}`, { fileName: format });
}
