import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ChatDraft } from "#contract/accounts/verification-chats";
import { gate } from "~/access/gate.server";
import { rulesOf } from "~/forms/rules.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { ChatMessages } from "./pending/chat-panel";
import { readOwnChat } from "./pending/own-chat.server";
import { pendingAction } from "./pending/pending-action.server";

const path = "/account/chat";

export const handle = { i18n: ["pending", "threads"], files: true } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  return {
    conversation: await readOwnChat(args, path),
    submission: crypto.randomUUID(),
    rules: rulesOf({ chat: ChatDraft }),
    title: args.context.t(`titles:${path}`),
  };
}

export const action = pendingAction(path);

/** The conversation with the team, once the account is open. Before, it is on the page where the account waits, to which the gate leads. */
export default function Chat() {
  const { conversation, submission, title } = useLoaderData<typeof loader>();
  return (
    <div className="grid max-w-3xl gap-5">
      <h1 className="office-title">{title}</h1>
      <section className="panel" aria-label={title}>
        <ChatMessages {...conversation} submission={submission} />
      </section>
    </div>
  );
}

export const ErrorBoundary = OfficeError;
