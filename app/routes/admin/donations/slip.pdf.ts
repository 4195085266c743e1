import type { LoaderFunctionArgs } from "@remix-run/node";
import { depositsApi } from "#contract/giving/takings";
import { gate } from "~/access/gate.server";
import { fileAnswer } from "~/api/file-answer.server";
import { orNotFound } from "~/errors/not-found.server";

/** The slip of a deposit as a PDF, for the bank. */
export async function loader(args: LoaderFunctionArgs) {
  await gate(args, "/dashboard/admin/donations/cheques/{id}/slip.pdf");
  const { api } = args.context;
  const { id, number } = await api.call(depositsApi.get, { params: { id: args.params.id ?? "" } }).catch(orNotFound);
  return fileAnswer(args.context, `/api/admin/cheque-deposits/${id}/pdf`, { fileName: number });
}
