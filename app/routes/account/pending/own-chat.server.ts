import type { LoaderFunctionArgs } from "@remix-run/node";
import { chatApi } from "#contract/accounts/verification-chats";
import { earlierQuery } from "~/subjects/threads/earlier.server";

/** The page of the conversation with the team that a URL names, on the page with this path. */
export async function readOwnChat({ request, context: { api } }: LoaderFunctionArgs, path: string) {
  const query = earlierQuery(request);
  const { messages, hasEarlier } = await api.call(chatApi.own, { query });
  return { messages, page: { path, isEarlier: query.before !== undefined, hasEarlier } };
}
