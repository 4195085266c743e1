import type { Context } from "hono";
import { maxDocumentBytes } from "#contract/accounts/documents";
import { Refusal } from "../refusal.ts";

/** A larger body is refused before it is read to its end. */
export const maxBytes = { json: 1024 * 1024, multipart: maxDocumentBytes + 64 * 1024 } as const;

export async function readJson(http: Context): Promise<unknown> {
  if (!http.req.header("content-type")?.startsWith("application/json")) throw new Refusal("bad_request");
  return jsonIn(await http.req.text());
}

export function jsonIn(text: string): unknown {
  const body = parsed(text);
  if (!isStorable(body)) throw new Refusal("bad_request");
  return body;
}

function parsed(text: string): unknown {
  try {
    return text ? JSON.parse(text) : undefined;
  } catch {
    throw new Refusal("bad_request");
  }
}

/**
 * Whether a value is safe to process: a text column holds no NUL and no lone surrogate, and a field named like a member of every
 * object (`toString`, `__proto__`) would be called when the object is compared or printed.
 */
function isStorable(value: unknown): boolean {
  const left = [value];
  for (const one of left) {
    if (typeof one === "string" && (one.includes("\0") || !one.isWellFormed())) return false;
    if (one && typeof one === "object") {
      for (const [key, part] of Object.entries(one)) {
        if (key in Object.prototype) return false;
        left.push(key, part);
      }
    }
  }
  return true;
}

/**
 * Fields of a multipart form; of a name that occurs twice, the last value counts. Forms have the line breaks of a text as CRLF: they become LF, as in
 * JSON.
 */
export async function readForm(http: Context): Promise<unknown> {
  try {
    const fields = [...(await http.req.formData())];
    return Object.fromEntries(fields.map(([name, value]) => [name, typeof value === "string" ? value.replace(/\r\n?/g, "\n") : value]));
  } catch {
    throw new Refusal("bad_request");
  }
}
