import type { LoaderFunctionArgs } from "@remix-run/node";
import { sectorsApi } from "#contract/charity/sectors";
import { gate } from "~/access/gate.server";
import { fileAnswer } from "~/api/file-answer.server";
import { orNotFound } from "~/errors/not-found.server";

/** The poster of a sector as a PDF, named after the sector's slug. */
export async function loader(args: LoaderFunctionArgs) {
  await gate(args, "/dashboard/admin/sectors/{id}/fiche.pdf");
  const { api } = args.context;
  const { id, slug } = await api.call(sectorsApi.overview, { params: { id: args.params.id ?? "" } }).catch(orNotFound);
  return fileAnswer(args.context, `/api/admin/sectors/${id}/pdf`, { fileName: slug });
}
