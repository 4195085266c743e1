import type { AppLoadContext } from "@remix-run/node";
import { inboxApi } from "#contract/accounts/inbox";

/** The latest notices about a record, for its page. */
export async function notifiedOf({ api }: AppLoadContext, id: string) {
  const { items, more } = await api.call(inboxApi.ofRecord, { params: { id }, query: { latest: "true" } });
  return { id, items, more };
}
