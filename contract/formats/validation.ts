import * as z from "zod";

type Issue = {
  code?: string;
  input?: unknown;
  expected?: unknown;
  origin?: unknown;
  format?: unknown;
  minimum?: unknown;
  maximum?: unknown;
};

/** What to do about an answer of the wrong type, by the type that is expected. */
const ofType: Record<string, string> = { number: "common:validation.number", int: "common:validation.wholeNumber" };

/** The same by the expected form of a text. */
const ofFormat: Record<string, string> = {
  email: "common:validation.email",
  url: "common:validation.url",
  date: "common:validation.day",
  datetime: "common:validation.moment",
  uuid: "common:validation.choice",
};

/**
 * Messages of schemas are keys of the web tier's texts (`articles:title.required`), translated where they are shown.
 * Where a schema says nothing of its own, these general ones apply; what follows a `?` are the key's values. A field that a
 * person fills in should say itself what it asks for: `tests/app/forms/own-messages.test.ts`.
 */
export function generalMessage({ code, input, expected, origin, format, minimum, maximum }: Issue): string {
  if (input === undefined || input === null) return "common:validation.missing";
  if (code === "too_big") return tooMuch(origin, String(maximum));
  if (code === "too_small") return tooLittle(origin, String(minimum));
  if (code === "invalid_value") return "common:validation.choice";
  return ofType[String(expected)] ?? ofFormat[String(format)] ?? "common:validation.form";
}

function tooMuch(origin: unknown, max: string): string {
  if (origin === "string") return `common:validation.tooLong?max=${max}`;
  return origin === "array" ? `common:validation.tooMany?max=${max}` : `common:validation.atMost?max=${max}`;
}

function tooLittle(origin: unknown, min: string): string {
  if (origin === "string") return min === "1" ? "common:validation.missing" : `common:validation.tooShort?min=${min}`;
  if (origin === "array") return min === "1" ? "common:validation.choose" : `common:validation.tooFew?min=${min}`;
  return `common:validation.atLeast?min=${min}`;
}

z.config({ customError: generalMessage });

/** A text that must be there: none and an empty one are the same fault, with its own message. */
export const filled = (message: string, longest: number) => z.string(message).trim().max(longest).min(1, message);

/**
 * A text of at most `longest` characters, for fields with further checks: a longer one is refused before any pattern runs on it. Without
 * `abort`, Zod runs the checks that follow all the same. `message` is for a missing one and for one that is too long.
 */
export const shortText = (longest: number, message?: string) => z.string(message).trim().max(longest, { error: message, abort: true });

/** An e-mail address, with one message when it is missing and another when it is incomplete. */
export const validEmail = (missing: string, incomplete: string, longest = 200) =>
  z
    .string(missing)
    .trim()
    .max(longest, { abort: true })
    .email({ error: ({ input }) => (input ? incomplete : missing) });

/** A whole number between two bounds: one message for none, another kind of number, and one out of bounds. */
export const wholeNumber = (message: string, from: number, to: number) => z.int32(message).min(from, message).max(to, message);
