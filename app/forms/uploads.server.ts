import type { ActionFunctionArgs } from "@remix-run/node";
import { documentsApi } from "#contract/accounts/documents";
import { ApiError } from "~/api/api-error";
import { fieldsOf } from "./submission.server";
import { uploadParts } from "./upload-parts";

/** The posted form with its uploads stored, and the refusals, by the field of their id. */
export type FormWithUploads = { form: FormData; request: Request; refused: Record<string, string[]> };

/**
 * Stores the pictures and the private files of a posted form: each is replaced by its id, so that it is not lost when something
 * else is to be corrected.
 */
export async function storeUploads(
  { request, context }: ActionFunctionArgs,
  pictures: string[],
  files: string[] = [],
): Promise<FormWithUploads> {
  const form = await fieldsOf(request);
  const refused: Record<string, string[]> = {};
  for (const name of [...pictures, ...files]) {
    const parts = uploadParts(name);
    const file = form.get(parts.file);
    if (form.has(parts.remove)) form.delete(name);
    form.delete(parts.file);
    form.delete(parts.remove);
    if (!(file instanceof File) || file.size === 0) continue;
    const keep = files.includes(name) ? documentsApi.createRecordFile : documentsApi.createPublicMedia;
    try {
      form.set(name, (await context.api.call(keep, { body: { file } })).id);
    } catch (error) {
      if (!(error instanceof ApiError) || ![413, 422, 429].includes(error.status)) throw error;
      refused[name] = [error.body.title ?? "common:forms.failed"];
    }
  }
  return { form, refused, request: new Request(request.url, { method: "POST", body: form }) };
}
