import type * as z from "zod";

/** The values of an enum schema, unwrapped from "optional" and the like; none for another schema. */
export function enumeratedValues(schema: z.core.$ZodType): unknown[] {
  const { entries, innerType } = schema._zod.def as { entries?: Record<string, string>; innerType?: z.core.$ZodType };
  if (entries) return Object.values(entries);
  return innerType ? enumeratedValues(innerType) : [];
}
