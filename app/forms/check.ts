import { parseWithZod } from "@conform-to/zod/v4";
import type * as z from "zod";

/** What checks a form in the browser: loaded, with the schema, by who begins to fill it in. */
export function checkOf(schema: z.ZodObject) {
  return ({ formData }: { formData: FormData }) => parseWithZod(formData, { schema });
}
