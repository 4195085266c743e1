import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Token } from "#contract/api/mail-links";
import { OwnFile, OwnReplyDraft, type OwnThreadApi } from "#contract/charity/threads";
import { fileAnswer } from "~/api/file-answer.server";
import { orNotFound } from "~/errors/not-found.server";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import { earlierQuery } from "./earlier.server";

const tokenOf = (request: Request) => Token.safeParse(new URL(request.url).searchParams.get("token")).data;

/** What the link of a mail shows to who started a thread. After a message, the page is the same one with `sent`. */
export async function readOwnThread({ request, context: { api, t } }: LoaderFunctionArgs, given: unknown, path: string) {
  const { own } = given as OwnThreadApi;
  const token = tokenOf(request);
  const { before } = earlierQuery(request);
  const thread = token ? await api.call(own, { body: { token, before } }) : null;
  return {
    thread,
    page: { path: `${path}?token=${token ?? ""}`, isEarlier: before !== undefined, hasEarlier: thread?.hasEarlier ?? false },
    files: `${path}/file?token=${token ?? ""}`,
    sent: new URL(request.url).searchParams.has("sent"),
    submission: crypto.randomUUID(),
    rules: rulesOf({ own: OwnReplyDraft }),
    title: t(`titles:${path as "/contact/conversation"}`),
  };
}

/** A file of the thread, as a download. */
export async function readOwnFile({ request, context }: LoaderFunctionArgs, given: unknown) {
  const { own } = given as OwnThreadApi;
  const body = OwnFile.safeParse(Object.fromEntries(new URL(request.url).searchParams)).data;
  if (!body) throw data(null, { status: 404 });
  return fileAnswer(context, `${own.path}/files`, { body });
}

/** Adds a message to the thread. */
export async function writeToOwnThread(args: ActionFunctionArgs, given: unknown, path: string) {
  const { write } = given as OwnThreadApi;
  const token = tokenOf(args.request);
  if (!token) return redirect(path, 303);
  return submit(args, OwnReplyDraft, async (message) => {
    await args.context.api.call(write, { body: { token, ...message } }).catch(orNotFound);
    return { to: `${path}?token=${token}&sent` };
  });
}
