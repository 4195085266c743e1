import type { LoaderFunctionArgs } from "@remix-run/node";
import { doorListApi } from "#contract/charity/door-list";
import { gate } from "~/access/gate.server";
import { orNotFound } from "~/errors/not-found.server";

/** What the browser at a door needs to answer without connection, as JSON. No other page has it, and no cache. */
export async function loader(args: LoaderFunctionArgs) {
  await gate(args, "/dashboard/events/{id}/door-list");
  const since = new URL(args.request.url).searchParams.get("since") ?? undefined;
  const answer = await args.context.api.call(doorListApi.get, { params: { id: args.params.id ?? "" }, query: { since } }).catch(orNotFound);
  return Response.json(answer, { headers: { "cache-control": "no-store" } });
}
