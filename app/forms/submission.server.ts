import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data, redirect, redirectDocument } from "@remix-run/node";
import * as z from "zod";
import { isLocalPath } from "#contract/formats/urls";
import { formOriginField, storedVersionField } from "~/access/form-origin";
import { ApiError } from "~/api/api-error";
import { flashToast } from "~/api/flash.server";
import type { Toast } from "~/toasts/toast";
import { isHarmless, isHarmlessName, nameParts } from "./field-names";
import { limitRedisplayedValues } from "./redisplay.server";

/** Where a form redirects after success, and the toast of the next page. `outside`: the one other origin that it may lead to. */
export type Done = {
  to: string;
  outside?: string;
  toast?: Pick<Toast, "title" | "description" | "color" | "icon" | "actions" | "timeout">;
  newDocument?: boolean;
};

/** The action data of a refused form; on an edit conflict, also the current record. */
export type FormAnswer<Current = unknown> = { result: SubmissionResult<string[]>; current?: Current };

/** The hidden field with the idempotency key of a form: submitted twice, the change is made once. */
export const submissionField = "submission";

/** It is sent as a header: formats other than that of our pages are ignored. */
const isKey = /^[\w-]{1,64}$/;

type Options<Current> = {
  /** Fields whose value never goes back to the page. */
  hide?: string[];
  /** Reads the current record after a conflict, for a page that shows it. */
  record?: z.ZodType<Current>;
};

/**
 * Reads a posted form, runs `save`, and answers as every form of this product does: 303 when done, 400 when the answers
 * are not valid, 422 when the backend refuses them, 409 on an edit conflict, 429 after too many tries.
 */
export async function submit<Schema extends z.ZodType, Current = unknown>(
  { request, context }: ActionFunctionArgs,
  schema: Schema,
  save: (value: z.output<Schema>, form: FormData) => Promise<Done>,
  { hide = [], record }: Options<Current> = {},
) {
  const form = await fieldsOf(request);
  const submission = readForm(form, schema);
  const refused = (faults: Parameters<typeof submission.reply>[0], status: number, current?: Current) => {
    const result = limitRedisplayedValues(submission.reply({ ...faults, hideFields: hide as never }), schema);
    return data({ result, current } satisfies FormAnswer<Current>, { status });
  };
  if (submission.status !== "success") return refused({}, 400);
  setIdempotencyKey(context, form);
  try {
    const { to, outside, toast, newDocument } = await save(submission.value as z.output<Schema>, form);
    const target = outside && !isLocalPath(to) ? onOrigin(to, outside) : onThisSite(to, context.settings.publicUrl);
    if (toast) flashToast(context, toast);
    return newDocument ? redirectDocument(target, 303) : redirect(target, 303);
  } catch (error) {
    if (!(error instanceof ApiError) || !isAnswered(error)) throw error;
    const { fieldErrors, title, current } = error.body;
    return refused(
      fieldErrors ? { fieldErrors } : { formErrors: [title ?? "common:forms.failed"] },
      error.status,
      record ? record.safeParse(current).data : (current as Current),
    );
  }
}

/** The only way off this site: to a page of an origin that is in the settings. */
function onOrigin(to: string, origin: string): string {
  if (!URL.canParse(to) || new URL(to).origin !== origin) throw new Error("a form leads elsewhere than it may");
  return to;
}

/** Sets the idempotency key of this request from its form, if it has one. */
export function setIdempotencyKey({ api }: ActionFunctionArgs["context"], form: FormData) {
  const key = form.get(submissionField);
  if (typeof key === "string" && isKey.test(key)) api.idempotencyKey = key;
}

/** Whether a refusal is shown with the form. That includes a missing right, since the page itself is accessible. */
export const isAnswered = ({ status, body }: ApiError) => [400, 409, 413, 422, 429].includes(status) || body.code === "restricted";

/** A redirect after a form stays on this site, however its path is written: part of it may come from the form. */
function onThisSite(to: string, publicUrl: string): string {
  const path = to.startsWith(`${publicUrl}/`) ? to.slice(publicUrl.length) : to;
  if (!isLocalPath(path)) throw new Error("a form leads off the site");
  return to;
}

/**
 * The fields of a posted form, without harmful ones: see {@link isHarmlessName}. Browsers send the
 * line breaks of a text as CRLF: they become LF, as everywhere else, so that an unchanged text is equal.
 */
export async function fieldsOf(request: Request): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of await request.formData())
    if (name === listChange ? isListChange(value) : isHarmlessName(name))
      form.append(name, typeof value === "string" ? value.replace(/\r\n?/g, "\n") : value);
  const version = form.get(storedVersionField);
  // A restored text was written over this version: one that came after it is a conflict.
  if (version !== null && form.has("version")) form.set("version", version);
  for (const name of [formOriginField, storedVersionField]) form.delete(name);
  return form;
}

/** The name by which the forms' library sends what a button does with a list of fields. */
const listChange = "__intent__";

const path = z
  .string()
  .max(200)
  .regex(/^[\w[\].]+$/)
  .refine((name) => nameParts(name).every(isHarmless));
const place = z.int().min(0).max(999);
const ListChange = z.discriminatedUnion("type", [
  z.object({ type: z.literal("validate"), payload: z.object({ name: path.optional() }) }),
  z.object({
    type: z.literal("insert"),
    payload: z.object({
      name: path,
      index: place.optional(),
      defaultValue: z.record(z.string().refine(isHarmless), z.string().max(1_000)).optional(),
    }),
  }),
  z.object({ type: z.literal("remove"), payload: z.object({ name: path, index: place }) }),
  z.object({ type: z.literal("reorder"), payload: z.object({ name: path, from: place, to: place }) }),
]);

/** Whether the value of a list button is one that our pages write: the forms' library executes any value. */
function isListChange(value: FormDataEntryValue): boolean {
  try {
    return ListChange.safeParse(JSON.parse(String(value))).success;
  } catch {
    return false;
  }
}

/** Reads a form by its schema. One whose list button names no list of its is not ours. */
export function readForm<Schema extends z.ZodType>(form: FormData, schema: Schema) {
  try {
    return parseWithZod(form, { schema });
  } catch (error) {
    throw form.has(listChange) ? data(null, { status: 400 }) : error;
  }
}
