import type { LoaderFunctionArgs } from "@remix-run/node";
import { fileAnswer } from "~/api/file-answer.server";
import { orNotFound } from "~/errors/not-found.server";

type Receipt = { id: string; number: string };

/** The file of a receipt, under its number. */
export async function receiptFile({ context, params }: LoaderFunctionArgs, path: `/api/${string}`, read: (id: string) => Promise<Receipt>) {
  const { id, number } = await read(params.id ?? "").catch(orNotFound);
  return fileAnswer(context, `${path}/${id}/pdf`, { fileName: number });
}
