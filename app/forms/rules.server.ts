import { getZodConstraint } from "@conform-to/zod/v4";
import type * as z from "zod";

/** The fields of a page's forms that must be filled in, by the form's id. */
export type FormRules = Record<string, string[]>;

/**
 * The constraints of the fields of a page's forms, which its loader returns as `rules`: so the browser loads
 * the schemas, and their library, only when someone starts to fill in a form.
 */
export function rulesOf(schemas: Record<string, z.ZodObject>): FormRules {
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, requiredIn(schema)]));
}

function requiredIn(schema: z.ZodObject): string[] {
  return Object.entries(getZodConstraint(schema)).flatMap(([name, { required }]) => (required ? [name] : []));
}
