import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { filePolicy } from "#contract/api/file-policy";
import { isOutage } from "./outage";

const endings: Record<string, string> = { "application/zip": "zip", "application/pdf": "pdf", "image/webp": "webp" };

type Options = { fileName?: string; cache?: string; body?: object };

/** A file of the backend as a download, by a POST where the request has a body: nothing is shown inline on our origin, and nothing is cached by default. */
export async function fileAnswer(
  { api }: LoaderFunctionArgs["context"],
  path: `/api/${string}`,
  { fileName = "maillon", cache = "no-store", body: sent }: Options = {},
): Promise<Response> {
  const { data: body, status, error } = await api.request<Blob>({ method: sent ? "POST" : "GET", path, body: sent, file: true });
  if (isOutage(error) || [400, 409, 413, 429].includes(status)) throw error;
  if (!(body instanceof Blob)) throw data(null, { status: [403, 404].includes(status) ? 404 : 502 });
  const name = `${fileName}.${endings[body.type] ?? "bin"}`;
  return new Response(body, {
    headers: {
      "content-type": body.type,
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": cache,
      "content-security-policy": filePolicy,
    },
  });
}
