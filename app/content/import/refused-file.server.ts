import type { LoaderFunctionArgs } from "@remix-run/node";
import { csvOf } from "~/lists/table-files.server";
import { refusedLines } from "./import-pages.server";
import type { ImportPage } from "./target";

/** The refused lines as a file to correct and to import by itself. */
export async function refusedFile({ request, context }: LoaderFunctionArgs, page: ImportPage): Promise<Response> {
  const id = new URL(request.url).searchParams.get("sheet") ?? "";
  const bytes = await csvOf(refusedLines(context, page, id));
  return new Response(bytes as BodyInit, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${context.t("content:import.csv.file")}.csv"`,
      "cache-control": "no-store",
    },
  });
}
