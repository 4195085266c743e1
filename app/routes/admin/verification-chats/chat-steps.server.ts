import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import * as z from "zod";
import { StaffDraft, verificationChatsApi } from "#contract/accounts/verification-chats";
import { flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";
import { submit } from "~/forms/submission.server";

const Step = z.enum(["take", "release", "close"]);

/** The actions of a chat: a transition, a message. */
export async function actInChat(args: ActionFunctionArgs) {
  const { api, t } = args.context;
  const params = { id: args.params.id ?? "" };
  const to = `/dashboard/admin/verification-chats/${params.id}`;
  const form = await args.request.clone().formData();
  const step = Step.safeParse(form.get("step")).data;
  if (step) {
    const taken =
      step === "close"
        ? api.call(verificationChatsApi.close, { params })
        : api.call(verificationChatsApi.assign, { params, body: { mine: step === "take" } });
    await taken.catch(orNotFound);
    flashToast(args.context, { title: t(`chats:chat.done.${step}`) });
    return redirect(to, 303);
  }
  return submit(args, StaffDraft, async (body) => {
    await api.call(verificationChatsApi.write, { params, body }).catch(orNotFound);
    return { to, toast: { title: t(body.internal ? "chats:reply.noteStored" : "chats:reply.sent") } };
  });
}
