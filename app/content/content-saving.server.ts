import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data } from "@remix-run/node";
import type * as z from "zod";
import type { ContentApi, ContentRecord } from "#contract/content";
import { type FormWithPictures, keepPictures } from "~/forms/pictures.server";
import { type Done, type FormAnswer, submit } from "~/forms/submission.server";
import type { ContentSubject } from "./subject";

export function savePictures(args: ActionFunctionArgs, { fields }: ContentSubject): Promise<FormWithPictures> {
  const names = fields.filter(({ kind }) => kind === "picture").map(({ name }) => name);
  return keepPictures(args, names);
}

/** A subject's form, whose pictures are kept already: one that was refused is said beside its field before anything is saved. */
export async function submitContent(
  args: ActionFunctionArgs,
  { form, request, refused }: FormWithPictures,
  schema: z.ZodObject,
  save: (body: Record<string, unknown>) => Promise<Done>,
  options?: { record: ContentApi["Record"] },
) {
  if (Object.keys(refused).length === 0) return submit({ ...args, request }, schema, save, options);
  const result = parseWithZod(form, { schema }).reply({ fieldErrors: refused });
  return data({ result, current: undefined } satisfies FormAnswer<ContentRecord>, { status: 422 });
}
