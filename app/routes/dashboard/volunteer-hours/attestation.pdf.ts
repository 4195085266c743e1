import type { LoaderFunctionArgs } from "@remix-run/node";
import { certificatesApi } from "#contract/charity/volunteer-certificates";
import { gate } from "~/access/gate.server";
import { fileAnswer } from "~/api/file-answer.server";
import { orNotFound } from "~/errors/not-found.server";

/** A certificate as a PDF, for whom it is about. */
export async function loader(args: LoaderFunctionArgs) {
  await gate(args, "/dashboard/volunteer-hours/certificates/{id}/attestation.pdf");
  const { api } = args.context;
  const { id, number } = await api.call(certificatesApi.get, { params: { id: args.params.id ?? "" } }).catch(orNotFound);
  return fileAnswer(args.context, `/api/volunteer-certificates/${id}/pdf`, { fileName: number });
}
