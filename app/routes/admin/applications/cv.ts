import { data, type LoaderFunctionArgs } from "@remix-run/node";
import * as z from "zod";
import { gate } from "~/access/gate.server";

/** The CV of an application, through the session of the page. */
export async function loader(args: LoaderFunctionArgs) {
  await gate(args, "/dashboard/admin/jobs/applications/{id}/cv");
  const id = z.uuid().safeParse(args.params.id).data;
  const answer = id && (await args.context.api.request<Blob>({ method: "GET", path: `/api/admin/applications/${id}/cv`, file: true }));
  if (!answer || answer.status === 404) throw data(null, { status: 404 });
  if (answer.error) throw answer.error;
  return new Response(answer.data, {
    headers: { "content-type": "application/pdf", "content-disposition": 'attachment; filename="cv.pdf"', "cache-control": "no-store" },
  });
}
