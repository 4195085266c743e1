import type { LoaderFunctionArgs } from "@remix-run/node";
import { giftsInKindApi } from "#contract/giving/gifts-in-kind";
import { gate } from "~/access/gate.server";
import { fileAnswer } from "~/api/file-answer.server";
import { orNotFound } from "~/errors/not-found.server";

/** The note of thanks for a gift in kind as a PDF. */
export async function loader(args: LoaderFunctionArgs) {
  await gate(args, "/dashboard/admin/donations/in-kind/{id}/thanks.pdf");
  const { api } = args.context;
  const { id, receivedOn } = await api.call(giftsInKindApi.get, { params: { id: args.params.id ?? "" } }).catch(orNotFound);
  return fileAnswer(args.context, `/api/admin/gifts-in-kind/${id}/pdf`, { fileName: receivedOn });
}
