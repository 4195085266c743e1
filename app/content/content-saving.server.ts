import { type ActionFunctionArgs, data } from "@remix-run/node";
import type * as z from "zod";
import type { ContentApi, ContentRecord } from "#contract/publishing/content";
import { type Done, type FormAnswer, readForm, submit } from "~/forms/submission.server";
import { type FormWithUploads, storeUploads } from "~/forms/uploads.server";
import type { ContentSubject } from "./subjects/subject";

export function saveUploads(args: ActionFunctionArgs, { fields }: ContentSubject): Promise<FormWithUploads> {
  const namesOf = (kind: "picture" | "file") => fields.filter((field) => field.kind === kind).map(({ name }) => name);
  return storeUploads(args, namesOf("picture"), namesOf("file"));
}

/** A subject's form after its uploads are stored: a refused one is reported at its field before anything is saved. */
export async function submitContent(
  args: ActionFunctionArgs,
  { form, request, refused }: FormWithUploads,
  schema: z.ZodObject,
  save: (body: Record<string, unknown>) => Promise<Done>,
  options?: { record: ContentApi["Record"] },
) {
  if (Object.keys(refused).length === 0) return submit({ ...args, request }, schema, save, options);
  const result = readForm(form, schema).reply({ fieldErrors: refused });
  return data({ result, current: undefined } satisfies FormAnswer<ContentRecord>, { status: 422 });
}
