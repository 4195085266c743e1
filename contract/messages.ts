import * as z from "zod";

/**
 * Messages of schemas are keys of the web tier's texts (`articles:title.required`), translated where they are shown.
 * Where a schema says nothing of its own, these general ones apply; what follows a `?` are the key's values.
 */
export function generalMessage(issue: { code?: string; input?: unknown; maximum?: unknown }): string {
  if (issue.input === undefined || issue.input === null) return "common:validation.missing";
  if (issue.code === "too_big") return `common:validation.tooLong?max=${String(issue.maximum)}`;
  return "common:validation.form";
}

z.config({ customError: generalMessage });
