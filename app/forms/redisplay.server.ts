import type { SubmissionResult } from "@conform-to/react";
import * as z from "zod";

type Shown = NonNullable<SubmissionResult["initialValue"]>[string];
/** The parts of a JSON schema with the lengths of texts. */
type Lengths = { maxLength?: number; properties?: Record<string, Lengths>; items?: Lengths; anyOf?: Lengths[] };

/** The limit for a field without a length, such as a choice or a day, in characters. */
const maxOtherLength = 1_000;

const known = new WeakMap<z.ZodType, Lengths>();

/**
 * The values that a refused form shows again: each field at twice its own length at most, so that a text which is somewhat too long can
 * be shortened, and a malicious one does not make the page large.
 */
export function limitRedisplayedValues<Result extends SubmissionResult<string[]>>(result: Result, schema: z.ZodType): Result {
  if (!result.initialValue) return result;
  return { ...result, initialValue: cut(result.initialValue as Shown, lengthsOf(schema)) };
}

function lengthsOf(schema: z.ZodType): Lengths {
  const lengths = known.get(schema) ?? (z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Lengths);
  known.set(schema, lengths);
  return lengths;
}

function cut(value: Shown, { maxLength, properties, items, anyOf = [] }: Lengths = {}): Shown {
  const either = anyOf.find((one) => one.maxLength ?? one.properties ?? one.items);
  if (either) return cut(value, either);
  if (typeof value === "string") return value.slice(0, maxLength === undefined ? maxOtherLength : 2 * maxLength);
  if (Array.isArray(value)) return value.map((one) => cut(one, items));
  if (!value || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, cut(part, properties?.[key])]));
}
