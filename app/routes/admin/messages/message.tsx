import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { messagesApi } from "#contract/charity/contact";
import { ReplyDraft } from "#contract/charity/threads";
import { gate } from "~/access/gate.server";
import { orNotFound } from "~/errors/not-found.server";
import { rulesOf } from "~/forms/rules.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { notifiedOf } from "~/subjects/notices/notified.server";
import { NotifiedPanel } from "~/subjects/notices/notified-panel";
import { earlierQuery } from "~/subjects/threads/earlier.server";
import { reloadWhenStale } from "~/subjects/threads/reload-when-stale";
import { ReplyForm } from "~/subjects/threads/reply-form";
import { StateButtons } from "~/subjects/threads/state-buttons";
import { Thread } from "~/subjects/threads/thread";
import { threadAction } from "~/subjects/threads/thread-action.server";
import { useFormKey } from "~/subjects/threads/use-form-key";
import { LocalDate } from "~/ui/local-date";

const list = "/dashboard/admin/messages";

export const handle = {
  i18n: ["contact", "threads", "notified"],
  crumb: { label: "contact:message.crumb", to: list },
  files: true,
} as const satisfies PageHandle;

export const meta = pageMeta;

export const shouldRevalidate = reloadWhenStale;

export async function loader(args: LoaderFunctionArgs) {
  const { role } = await gate(args, `${list}/{id}`);
  const query = earlierQuery(args.request);
  const message = await args.context.api.call(messagesApi.get, { params: { id: args.params.id ?? "" }, query }).catch(orNotFound);
  return {
    message,
    page: { path: `${list}/${message.id}`, isEarlier: query.before !== undefined, hasEarlier: message.hasEarlier },
    notified: role === "ADMIN" ? await notifiedOf(args.context, message.id) : null,
    submission: crypto.randomUUID(),
    rules: rulesOf({ reply: ReplyDraft }),
    title: `${message.ticket} - ${args.context.t(`titles:${list}/{id}`)}`,
  };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, `${list}/{id}`);
  return threadAction(args, list, messagesApi);
}

export default function Message() {
  const { message, page, notified, submission } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const formKey = useFormKey(message.version, answer);
  const { t } = useTranslation("contact");
  const facts = [
    { label: t("messages.column.topic"), value: t(`topic.${message.topic}`) },
    { label: t("messages.column.team"), value: message.team ?? t("messages.national") },
    { label: t("messages.column.receivedAt"), value: <LocalDate value={message.receivedAt} style="time" /> },
  ];
  const texts = { status: t(`messages.status.${message.status}`) };
  return (
    <>
      <Thread thread={message} texts={texts} facts={facts} files={`${list}/files`} page={page} />
      {!page.isEarlier && <ReplyForm key={formKey} thread={message} answer={answer} submission={submission} />}
      {!page.isEarlier && <StateButtons thread={message} waiting="new" />}
      {notified && <NotifiedPanel notified={notified} />}
    </>
  );
}

export const ErrorBoundary = OfficeError;
