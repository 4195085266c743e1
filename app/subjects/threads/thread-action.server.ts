import type { ActionFunctionArgs } from "@remix-run/node";
import { ReplyDraft, type ThreadApi } from "#contract/charity/threads";
import { orNotFound } from "~/errors/not-found.server";
import { submit } from "~/forms/submission.server";

/** Sends an answer, stores a note, or changes the state when one of its buttons was pressed; neither when somebody has written since. `list` is the path of the list. */
export async function threadAction(args: ActionFunctionArgs, list: string, given: unknown) {
  const { api, t } = args.context;
  const { reply, setStatus } = given as Pick<ThreadApi, "reply" | "setStatus">;
  const params = { id: args.params.id ?? "" };
  const to = `${list}/${params.id}`;
  if (setStatus.body && (await args.request.clone().formData()).has("status"))
    return submit(args, setStatus.body, async (body) => {
      await api.call(setStatus, { params, body }).catch(orNotFound);
      return { to, toast: { title: t("threads:changed") } };
    });
  return submit(args, ReplyDraft, async (body) => {
    await api.call(reply, { params, body: { ...body, internal: String(body.internal) } }).catch(orNotFound);
    return { to, toast: { title: t(body.internal ? "threads:noted" : "threads:sent") } };
  });
}
