import { type DefaultValue, useForm } from "@conform-to/react";
import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import type * as z from "zod";
import type { FormAnswer } from "./submission.server";

type Options<Input> = { id: string; answer: FormAnswer | undefined; defaultValue?: DefaultValue<Input> };

/**
 * The form of a page: fields with the schema's constraints, what the server answered, and, once the page has its
 * script, the same checks in the browser.
 */
export function usePageForm<Schema extends z.ZodObject>(schema: Schema, { id, answer, defaultValue }: Options<z.input<Schema>>) {
  return useForm<z.input<Schema>>({
    id,
    lastResult: answer?.result,
    defaultValue: defaultValue as never,
    constraint: getZodConstraint(schema) as never,
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema }) as never,
  });
}
