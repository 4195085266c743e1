import { type ActionFunctionArgs, redirectDocument } from "@remix-run/node";
import * as z from "zod";
import { NewDrivingDocument, ownDrivingApi } from "#contract/accounts/person-edit";
import { registrationApi } from "#contract/accounts/registration";
import { ChatDraft, chatApi } from "#contract/accounts/verification-chats";
import { gate } from "~/access/gate.server";
import { ApiError } from "~/api/api-error";
import { flashRefusal, flashToast } from "~/api/flash.server";
import { submit } from "~/forms/submission.server";
import { partField } from "./pending-parts";

type Path = "/account/pending/email" | "/account/pending/validation" | "/account/not-verified" | "/account/chat";
type Args = ActionFunctionArgs;

const Part = z.enum(["chat", "driving", "resend"]);

/**
 * The action of a pending page: answers the small forms that these pages share, and leaves the page's own form to `own`. Each leads
 * back to the page, which redirects to the one that fits the account then, with its message.
 */
export function pendingAction(path: Path, own?: (args: Args, form: FormData) => Promise<Response | Awaited<ReturnType<typeof submit>>>) {
  return async (args: Args) => {
    await gate(args, path);
    const form = await args.request.clone().formData();
    const part = Part.safeParse(form.get(partField));
    if (part.success) return answers[part.data](args, path);
    return own ? own(args, form) : redirectDocument(path, 303);
  };
}

const answers: Record<z.infer<typeof Part>, (args: Args, path: Path) => ReturnType<typeof submit>> = {
  chat: (args, path) =>
    submit(args, ChatDraft, async (body) => {
      await args.context.api.call(chatApi.write, { body });
      return { to: path, toast: { title: args.context.t("pending:chat.sent") }, newDocument: true };
    }),
  driving: (args, path) =>
    submit(args, NewDrivingDocument, async (body) => {
      await args.context.api.call(ownDrivingApi.addSupportingDocument, { body });
      return { to: path, toast: { title: args.context.t("pending:supportingDocuments.added") }, newDocument: true };
    }),
  resend: (args, path) =>
    pressed(args, path, async () => {
      await args.context.api.call(registrationApi.resendEmail);
      return args.context.t("pending:email.resent");
    }),
};

/** Handles a button without a field; the next page shows the result. */
async function pressed({ context }: Args, path: Path, act: () => Promise<string>) {
  try {
    flashToast(context, { title: await act() });
  } catch (error) {
    if (!(error instanceof ApiError) || ![404, 409, 422, 429].includes(error.status)) throw error;
    flashRefusal(context, error.body.title);
  }
  return redirectDocument(path, 303);
}
