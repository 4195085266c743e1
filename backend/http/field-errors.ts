import type * as z from "zod";

/** Message keys by field, with paths as forms write them: `title.fr`, `tagIds[0]`. */
export function fieldErrorsOf(error: z.ZodError): Record<string, string[]> {
  const errors: Record<string, string[]> = Object.create(null);
  for (const issue of error.issues) {
    const path = issue.path.map((key, i) => (typeof key === "number" ? `[${key}]` : `${i ? "." : ""}${String(key)}`)).join("");
    errors[path] = [...(errors[path] ?? []), issue.message];
  }
  return errors;
}
