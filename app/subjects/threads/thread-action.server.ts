import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { ReplyDraft, type ThreadApi } from "#contract/charity/threads";
import { flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";
import { submit } from "~/forms/submission.server";

/** Sends an answer, stores a note, or changes the state when one of its buttons was pressed. `list` is the path of the list. */
export async function threadAction(args: ActionFunctionArgs, list: string, given: unknown) {
  const { api, t } = args.context;
  const { reply, setStatus } = given as Pick<ThreadApi, "reply" | "setStatus">;
  const params = { id: args.params.id ?? "" };
  const to = `${list}/${params.id}`;
  const byHand = setStatus.body?.safeParse({ status: (await args.request.clone().formData()).get("status") });
  if (byHand?.success) {
    await api.call(setStatus, { params, body: byHand.data }).catch(orNotFound);
    flashToast(args.context, { title: t("threads:changed") });
    return redirect(to, 303);
  }
  return submit(args, ReplyDraft, async (body) => {
    await api.call(reply, { params, body: { ...body, internal: String(body.internal) } }).catch(orNotFound);
    return { to, toast: { title: t(body.internal ? "threads:noted" : "threads:sent") } };
  });
}
