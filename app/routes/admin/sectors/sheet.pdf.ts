import type { LoaderFunctionArgs } from "@remix-run/node";
import { gate } from "~/access/gate.server";
import { fileAnswer } from "~/api/file-answer.server";

/** The sheet of a sector, as a PDF. */
export async function loader(args: LoaderFunctionArgs) {
  await gate(args, "/dashboard/admin/sectors/{id}/fiche.pdf");
  return fileAnswer(args.context, `/api/admin/sectors/${encodeURIComponent(args.params.id ?? "")}/pdf`);
}
