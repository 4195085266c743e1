import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import * as z from "zod";
import { StaffDraft, verificationChatsApi } from "#contract/accounts/verification-chats";
import { flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";
import { submit } from "~/forms/submission.server";

const Step = z.enum(["take", "release"]);
const Closing = z.object({ step: z.literal("close"), seen: z.iso.datetime().optional() });

/** The actions of a chat: a transition, a message. */
export async function actInChat(args: ActionFunctionArgs) {
  const { api, t } = args.context;
  const params = { id: args.params.id ?? "" };
  const to = `/dashboard/admin/verification-chats/${params.id}`;
  const form = await args.request.clone().formData();
  const step = Step.safeParse(form.get("step")).data;
  if (step) {
    await api.call(verificationChatsApi.assign, { params, body: { mine: step === "take" } }).catch(orNotFound);
    flashToast(args.context, { title: t(`chats:chat.done.${step}`) });
    return redirect(to, 303);
  }
  if (form.has("step"))
    return submit(args, Closing, async ({ seen }) => {
      await api.call(verificationChatsApi.close, { params, body: { seen } }).catch(orNotFound);
      return { to, toast: { title: t("chats:chat.done.close") } };
    });
  return submit(args, StaffDraft, async (body) => {
    await api.call(verificationChatsApi.write, { params, body: { ...body, internal: String(body.internal) } }).catch(orNotFound);
    return { to, toast: { title: t(body.internal ? "chats:reply.noteStored" : "chats:reply.sent") } };
  });
}
