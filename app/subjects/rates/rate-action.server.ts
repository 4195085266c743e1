import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import type * as z from "zod";
import { ApiError } from "~/api/api-error";
import { flashRefusal, flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";
import { submit } from "~/forms/submission.server";

type Id = { params: { id: string } };
type Change<Form extends z.ZodObject> = {
  /** The page of the rates. */
  path: string;
  form: Form;
  add(body: z.output<Form>): Promise<unknown>;
  end(change: Id & { body: { validTo: string | null; version: number } }): Promise<unknown>;
  remove?(change: Id & { body: { version: number } }): Promise<unknown>;
};

/** Adds a rate, sets the last day of one, or removes it, as its page's form says. */
export async function rateAction<Form extends z.ZodObject>(args: ActionFunctionArgs, { path, form, add, end, remove }: Change<Form>) {
  const { t } = args.context;
  const sent = await args.request.clone().formData();
  const saved = { title: t("rates:saved") };
  const isRemoval = remove !== undefined && sent.has("remove");
  if (!sent.has("end") && !isRemoval)
    return submit(args, form, async (body) => {
      await add(body);
      return { to: path, toast: saved };
    });
  const params = { id: String(sent.get("end") ?? sent.get("remove") ?? "") };
  const version = Number(sent.get("version")) || 0;
  try {
    if (isRemoval) await remove({ params, body: { version } });
    else await end({ params, body: { validTo: String(sent.get("validTo") ?? "") || null, version } });
    flashToast(args.context, isRemoval ? { title: t("rates:removed") } : saved);
  } catch (error) {
    if (!(error instanceof ApiError) || ![400, 409, 422].includes(error.status)) return orNotFound(error);
    const [first = "rates:overtaken"] = Object.values(error.body.fieldErrors ?? {}).flat();
    flashRefusal(args.context, t(first as "rates:overtaken"));
  }
  return redirect(path, 303);
}
