import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import * as z from "zod";
import { accountReviewApi, GuardianContact } from "#contract/accounts/account-review";
import { Decision, StaffDraft, verificationChatsApi } from "#contract/accounts/verification-chats";
import { ApiError } from "~/api/api-error";
import { flashRefusal, flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";
import { submit } from "~/forms/submission.server";
import { guardianField } from "./guardian-panel";

/** How long the link back is on the next page, in milliseconds. */
const backLinkTimeout = 20_000;

const list = "/dashboard/admin/users/pending-approval";
const pageOf = (id: string) => `/dashboard/admin/users/pending-approval/${id}`;

/** The actions of a review: a decision, which redirects to the next account; a message; a mail to a guardian, or to a corrected one. */
export async function actOnReview(args: ActionFunctionArgs) {
  const { api, t } = args.context;
  const params = { id: args.params.id ?? "" };
  const form = await args.request.clone().formData();
  if (form.has("guardian")) return remindGuardian(args, params.id);
  if (form.has(guardianField))
    return submit(args, GuardianContact, async (body) => {
      await api.call(accountReviewApi.correctGuardian, { params, body }).catch(orNotFound);
      return { to: pageOf(params.id), toast: { title: t("review:guardian.corrected") } };
    });
  if (form.has("body"))
    return submit(args, StaffDraft, async (body) => {
      await api.call(verificationChatsApi.writeTo, { params, body: { ...body, internal: String(body.internal) } }).catch(orNotFound);
      return { to: pageOf(params.id), toast: { title: t(body.internal ? "chats:reply.noteStored" : "chats:reply.sent") } };
    });
  return submit(args, Decision, async (body) => {
    await api.call(verificationChatsApi.decide, { params, body }).catch(orNotFound);
    const next = z.uuid().safeParse(form.get("next")).data;
    const name = String(form.get("name") ?? "");
    const actions = [{ label: t("review:back"), to: pageOf(params.id) }];
    return {
      to: next ? pageOf(next) : list,
      toast: { title: t(`review:done.${body.verdict}`, { name }), actions, timeout: backLinkTimeout },
    };
  });
}

async function remindGuardian({ context }: ActionFunctionArgs, id: string) {
  try {
    await context.api.call(accountReviewApi.remindGuardian, { params: { id } });
    flashToast(context, { title: context.t("review:guardian.sent") });
  } catch (error) {
    if (!(error instanceof ApiError) || ![409, 429].includes(error.status)) return orNotFound(error);
    flashRefusal(context, error.body.title);
  }
  return redirect(pageOf(id), 303);
}
