import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { StaffDraft, verificationChatsApi } from "#contract/accounts/verification-chats";
import { gate } from "~/access/gate.server";
import { orNotFound } from "~/errors/not-found.server";
import { rulesOf } from "~/forms/rules.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { giversFor } from "~/subjects/people/givers.server";
import { earlierQuery } from "~/subjects/threads/earlier.server";
import { reloadWhenStale } from "~/subjects/threads/reload-when-stale";
import { useFormKey } from "~/subjects/threads/use-form-key";
import { ButtonLink } from "~/ui/button";
import { cannedAnswer } from "./canned-answers.server";
import { ChatHead } from "./chat-head";
import { actInChat } from "./chat-steps.server";
import { DocumentsPanel } from "./documents-panel";
import { FilePanel } from "./file-panel";
import { PersonPanel } from "./person-panel";
import { ReplyForm } from "./reply-form";
import { Thread } from "./thread";
import { WithheldChat } from "./withheld-chat";

const path = "/dashboard/admin/verification-chats/{id}";

export const handle = {
  i18n: ["chats", "threads", "people", "documents", "pending"],
  crumb: { label: "chats:chat.crumb", to: "/dashboard/admin/verification-chats" },
  files: true,
} as const satisfies PageHandle;

export const meta = pageMeta;

export const shouldRevalidate = reloadWhenStale;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const query = earlierQuery(args.request);
  const chat = await api.call(verificationChatsApi.get, { params: { id: args.params.id ?? "" }, query }).catch(orNotFound);
  const draft = cannedAnswer(args.request, chat);
  return {
    chat,
    page: {
      path: `/dashboard/admin/verification-chats/${chat.id}`,
      isEarlier: query.before !== undefined,
      hasEarlier: chat.hasEarlier,
    },
    givers: await giversFor(args.context, chat.withheld),
    draft,
    submission: crypto.randomUUID(),
    rules: rulesOf({ reply: StaffDraft }),
    title: `${chat.name} - ${t(`titles:${path}`)}`,
  };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  return actInChat(args);
}

export default function VerificationChat() {
  const { chat, page, givers, draft, submission } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const formKey = useFormKey(`${chat.messages.at(-1)?.id} ${draft.name}`, answer);
  const { t } = useTranslation("chats");
  const { t: people } = useTranslation("people");
  return (
    <>
      <ChatHead chat={chat} isEarlier={page.isEarlier} />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid gap-5">
          {chat.withheld ? (
            <WithheldChat withheld={chat.withheld} givers={givers} />
          ) : (
            <>
              <Thread messages={chat.messages} locale={chat.locale} page={page} />
              {chat.byAdministrators && <p className="panel">{people("byAdministrators")}</p>}
              {!chat.byAdministrators && !page.isEarlier && (
                <ReplyForm key={formKey} page={page.path} person={chat} draft={draft} answer={answer} submission={submission} />
              )}
            </>
          )}
        </div>
        <div className="grid gap-5">
          {chat.verdicts.length > 0 && (
            <ButtonLink to={`/dashboard/admin/users/pending-approval/${chat.userId}`} className="sm:justify-self-start">
              {t("decision.open")}
            </ButtonLink>
          )}
          <PersonPanel chat={chat} />
          {!chat.withheld && <DocumentsPanel documents={chat.documents} />}
          {chat.file && <FilePanel file={chat.file} />}
        </div>
      </div>
    </>
  );
}

export const ErrorBoundary = OfficeError;
