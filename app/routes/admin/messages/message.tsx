import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { MessageReply, MessageStatus, messagesApi } from "#contract/contact";
import { gate } from "~/access/gate.server";
import { orNotFound } from "~/errors/not-found.server";
import { OfficeError } from "~/errors/office-error";
import { submit } from "~/forms/submission.server";
import { pageMeta } from "~/i18n/page-meta";
import { flashToast } from "~/toasts/flash.server";
import { ReplyForm } from "./reply-form";
import { StateButtons } from "./state-buttons";
import { Thread } from "./thread";

const path = "/dashboard/admin/messages/{id}";

export const handle = { i18n: ["contact"], crumb: { label: "contact:message.crumb", to: "/dashboard/admin/messages" } } as const;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const message = await args.context.api.call(messagesApi.get, { params: { id: args.params.id ?? "" } }).catch(orNotFound);
  return { message, submission: crypto.randomUUID(), title: `${message.ticket} - ${args.context.t(`titles:${path}`)}` };
}

/** Sends an answer, or changes the state when one of its buttons was pressed. */
export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const params = { id: args.params.id ?? "" };
  const to = `/dashboard/admin/messages/${params.id}`;
  const status = MessageStatus.safeParse((await args.request.clone().formData()).get("status")).data;
  if (status) {
    await api.call(messagesApi.setStatus, { params, body: { status } }).catch(orNotFound);
    flashToast(args.context, { title: t("contact:message.changed") });
    return redirect(to, 303);
  }
  return submit(args, MessageReply, async (body) => {
    await api.call(messagesApi.reply, { params, body }).catch(orNotFound);
    return { to, toast: { title: t("contact:message.sent") } };
  });
}

export default function Message() {
  const { message, submission } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <Thread message={message} />
      <ReplyForm key={message.version} message={message} answer={answer} submission={submission} />
      <StateButtons message={message} />
    </>
  );
}

export const ErrorBoundary = OfficeError;
