import type { Context } from "hono";
import { maxDocumentBytes } from "#contract/documents";
import { Refusal } from "./refusal.ts";

/** A larger body is refused before it is read to its end. */
export const maxBytes = { json: 1024 * 1024, multipart: maxDocumentBytes + 64 * 1024 } as const;

export async function readJson(http: Context): Promise<unknown> {
  if (!http.req.header("content-type")?.startsWith("application/json")) throw new Refusal("bad_request");
  const text = await http.req.text();
  // A NUL is valid in JSON, but no text of a database can hold one.
  if (text.includes("\\u0000")) throw new Refusal("bad_request");
  try {
    return text ? JSON.parse(text) : undefined;
  } catch {
    throw new Refusal("bad_request");
  }
}

/** Fields of a multipart form; a name that comes twice keeps its last value. */
export async function readForm(http: Context): Promise<unknown> {
  try {
    return Object.fromEntries(await http.req.formData());
  } catch {
    throw new Refusal("bad_request");
  }
}
