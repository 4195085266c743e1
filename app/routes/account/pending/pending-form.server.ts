import { type ActionFunctionArgs, data, redirectDocument } from "@remix-run/node";
import * as z from "zod";
import { criteriaApi, NewFileDocument } from "#contract/accounts/criteria";
import { ChatDraft, chatApi } from "#contract/accounts/verification-chats";
import { gate } from "~/access/gate.server";
import { ApiError } from "~/api/api-error";
import { flashRefusal, flashToast } from "~/api/flash.server";
import { limitRedisplayedValues } from "~/forms/redisplay.server";
import { fieldsOf, isAnswered, readForm, setIdempotencyKey } from "~/forms/submission.server";
import { type PendingAnswer, type PendingPart, partField, removalField } from "./pending-parts";

type Args = ActionFunctionArgs;

/** The questions of a page, whose form holds a document and a message to the team as well. */
type Own<Schema extends z.ZodObject> = {
  schema: Schema;
  /** Stores the valid answers, where the page can. */
  keep?: (valid: Record<string, unknown>) => Promise<void>;
  /** Whether complete answers are stored by `keep`, so that the page needs not show them again. */
  isStored?: boolean;
  /** What the button of the page does with complete answers. It returns the message of the next page, and whether the file has left. */
  finish: (value: z.output<Schema>, form: FormData) => Promise<{ title: string; isSent: boolean }>;
};

/**
 * The action of a page that is one form: whichever button was pressed, what was typed is stored or comes back, and a chosen file is taken
 * along. A message goes with its own button, and with the file. A page that has nothing left to show again is redirected to.
 */
export function pendingForm<Schema extends z.ZodObject>(
  path: "/account/pending/criteria" | "/account/pending/validation",
  own: (args: Args) => Promise<Own<Schema>>,
) {
  return async (args: Args) => {
    await gate(args, path);
    const form = await fieldsOf(args.request.clone());
    const page = await own(args);
    const sent: Sent<Schema> = { args, form, page, part: partOf(form), answers: readForm(form, page.schema), step: undefined };
    try {
      const valid = validIn(form, page.schema);
      if (valid.length > 0) await page.keep?.(Object.fromEntries(valid));
      const done = wrongPart(sent) ?? (sent.part ? await pressPart(sent, sent.part) : await pressOwn(sent));
      if ("result" in done) return shown(sent, done);
      flashToast(args.context, { title: done.title });
      if (hasMessage(form)) await sendAlong(args, form);
      return redirectDocument(path, 303);
    } catch (error) {
      if (!(error instanceof ApiError) || !(isAnswered(error) || error.status === 404)) throw error;
      return shown(sent, refusedBy(error, sent));
    }
  };
}

type Sent<Schema extends z.ZodObject> = {
  args: Args;
  form: FormData;
  page: Own<Schema>;
  part: keyof typeof presses | undefined;
  answers: ReturnType<typeof readForm<Schema>>;
  /** The part that is being sent along with another button. */
  step: PendingPart | undefined;
};
/** The page is shown again, with what was typed. */
type Shown = PendingAnswer & { status: number };

function shown<Schema extends z.ZodObject>({ page }: Pick<Sent<Schema>, "page">, { part, notice, result, status }: Shown) {
  const limits = page.schema.extend({ ...ChatDraft.shape, kind: z.string() });
  return data({ result: limitRedisplayedValues(result, limits), part, notice } satisfies PendingAnswer, { status });
}

/** A button of one part: what the others hold stays, stored or shown again. */
async function pressPart<Schema extends z.ZodObject>(
  { args, form, page, answers }: Sent<Schema>,
  part: keyof typeof presses,
): Promise<Shown | { title: string }> {
  const title = await presses[part](args, form);
  return isLeft(form, page, answers.status === "success")
    ? { result: readForm(form, anything).reply(), status: 200, notice: title }
    : { title };
}

async function pressOwn<Schema extends z.ZodObject>(sent: Sent<Schema>): Promise<Shown | { title: string }> {
  const { args, form, page, answers } = sent;
  if (answers.status !== "success") return { result: answers.reply(), status: 400 };
  sent.step = "document";
  const added = hasFile(form) ? [await addDocument(args, form)] : [];
  sent.step = undefined;
  const { title, isSent } = await page.finish(answers.value as z.output<Schema>, form);
  const titles = [...added, title].join(" ");
  return hasMessage(form) && !isSent ? { result: readForm(form, anything).reply(), status: 200, notice: titles } : { title: titles };
}

function refusedBy<Schema extends z.ZodObject>({ body, status }: ApiError, { form, part, step }: Sent<Schema>): Shown {
  const { fieldErrors, title } = body;
  const faults = fieldErrors ? { fieldErrors } : { formErrors: [title ?? "common:forms.failed"] };
  return { part: step ?? part, result: readForm(form, anything).reply(faults), status };
}

const anything = z.looseObject({});

/** Each answer that is valid by itself. */
function validIn(form: FormData, schema: z.ZodObject): [name: string, value: unknown][] {
  return Object.entries(schema.shape).flatMap(([name, rule]) => {
    const read = readForm(form, z.object({ [name]: rule }));
    return read.status === "success" ? [[name, read.value[name]] as [string, unknown]] : [];
  });
}

function partOf(form: FormData): keyof typeof presses | undefined {
  if (form.has(removalField)) return "removal";
  return z.enum(["chat", "document"]).safeParse(form.get(partField)).data;
}

function hasFile(form: FormData, name = "file"): boolean {
  const file = form.get(name);
  return file instanceof File && file.name !== "";
}

const hasMessage = (form: FormData) => String(form.get("body") ?? "").trim() !== "" || hasFile(form, "attachment");

/** The document or the message that goes with this button, where it cannot be sent. */
function wrongPart<Schema extends z.ZodObject>({ form, part }: Pick<Sent<Schema>, "form" | "part">): Shown | null {
  const isOwn = part === undefined;
  if (part === "document" || (isOwn && hasFile(form))) {
    const read = readForm(form, NewFileDocument);
    if (read.status !== "success") return { part: "document", result: read.reply(), status: 400 };
  }
  if (part === "chat" || (isOwn && hasMessage(form))) {
    const read = readForm(form, ChatDraft);
    if (read.status !== "success") return { part: "chat", result: read.reply(), status: 400 };
  }
  return null;
}

async function addDocument({ context }: Args, form: FormData): Promise<string> {
  const read = readForm(form, NewFileDocument);
  if (read.status !== "success") throw new Error("the document was not checked");
  await context.api.call(criteriaApi.addSupportingDocument, { body: read.value });
  // What was taken is not offered again.
  form.delete("file");
  return context.t("pending:supportingDocuments.added");
}

async function removeDocument({ context }: Args, form: FormData): Promise<string> {
  await context.api.call(criteriaApi.removeSupportingDocument, { params: { id: String(form.get(removalField)) } });
  return context.t("pending:supportingDocuments.removed");
}

async function writeMessage({ context }: Args, form: FormData): Promise<string> {
  setIdempotencyKey(context, form);
  const read = readForm(form, ChatDraft);
  if (read.status !== "success") throw new Error("the message was not checked");
  await context.api.call(chatApi.write, { body: read.value });
  for (const name of Object.keys(ChatDraft.shape)) form.delete(name);
  return context.t("pending:chat.sent");
}

const presses = { document: addDocument, removal: removeDocument, chat: writeMessage };

/** The file has left: a message that cannot follow is reported on the next page. */
async function sendAlong(args: Args, form: FormData) {
  try {
    await writeMessage(args, form);
  } catch (error) {
    if (!(error instanceof ApiError) || !isAnswered(error)) throw error;
    flashRefusal(args.context, error.body.title);
  }
}

/** Whether a redirect would lose something that was typed. */
function isLeft<Schema extends z.ZodObject>(
  form: FormData,
  { schema, isStored }: Pick<Own<Schema>, "schema" | "isStored">,
  isComplete: boolean,
): boolean {
  const answers = Object.keys(schema.shape).some((name) => String(form.get(name) ?? "").trim() !== "");
  return hasMessage(form) || hasFile(form) || (answers && !(isStored && isComplete));
}
