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

/** A text that must be there: none and an empty one are the same fault, with its own message. */
export const filled = (message: string, longest: number) => z.string(message).trim().max(longest).min(1, message);

/**
 * A text of at most `longest` characters, for fields with further checks: a longer one is refused before any pattern runs on it. Without
 * `abort`, Zod runs the checks that follow all the same.
 */
export const shortText = (longest: number, tooLong?: string) => z.string().trim().max(longest, { error: tooLong, abort: true });

/** An address that is asked for where there is none, and called incomplete where it is wrong. */
export const emailAddress = (missing: string, incomplete: string, longest = 200) =>
  z
    .string(missing)
    .trim()
    .max(longest, { abort: true })
    .email({ error: ({ input }) => (input ? incomplete : missing) });
