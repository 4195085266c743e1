import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { messagesApi } from "#contract/charity/contact";
import type { PageHandle } from "~/layouts/handle";
import { pageMeta } from "~/layouts/page-meta";
import { OwnThread } from "~/subjects/threads/own-thread";
import { readOwnThread, writeToOwnThread } from "~/subjects/threads/own-thread-page.server";

const path = "/contact/conversation";

export const handle = { i18n: ["threads"], files: true } as const satisfies PageHandle;

export const meta = pageMeta;

export const loader = (args: LoaderFunctionArgs) => readOwnThread(args, messagesApi, path);

export const action = (args: ActionFunctionArgs) => writeToOwnThread(args, messagesApi, path);

export default function Conversation() {
  const answer = useActionData<typeof action>();
  return <OwnThread {...useLoaderData<typeof loader>()} answer={answer} />;
}
