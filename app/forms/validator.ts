import { parseWithZod } from "@conform-to/zod/v4";
import type * as z from "zod";

/** Validation in the browser, loaded with the schema when someone starts to fill in the form. */
export function validatorOf(schema: z.ZodObject) {
  return ({ formData }: { formData: FormData }) => parseWithZod(formData, { schema });
}
