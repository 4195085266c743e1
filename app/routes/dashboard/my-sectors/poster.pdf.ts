import type { LoaderFunctionArgs } from "@remix-run/node";
import { mySectorsApi } from "#contract/charity/my-sectors";
import { gate } from "~/access/gate.server";
import { fileAnswer } from "~/api/file-answer.server";
import { orNotFound } from "~/errors/not-found.server";

/** The poster as a PDF, for the sector's managers. */
export async function loader(args: LoaderFunctionArgs) {
  await gate(args, "/dashboard/my-sectors/{id}/fiche.pdf");
  const { api } = args.context;
  const { id, slug } = await api.call(mySectorsApi.overview, { params: { id: args.params.id ?? "" } }).catch(orNotFound);
  return fileAnswer(args.context, `/api/my-sectors/${id}/pdf`, { fileName: slug });
}
