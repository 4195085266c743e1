import type { LoaderFunctionArgs } from "@remix-run/node";
import { campaignsApi } from "#contract/accounts/campaigns";
import { gate } from "~/access/gate.server";
import { ApiError } from "~/api/api-error";

const path = "/dashboard/admin/notifications/audience";

/** The audience of the form while it is filled in, for its count with script; null while something is missing. */
export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { searchParams } = new URL(args.request.url);
  const body = {
    id: searchParams.get("id") || undefined,
    roles: searchParams.getAll("roles"),
    subscribers: searchParams.has("subscribers"),
    sectorIds: searchParams.getAll("sectorIds"),
    viewId: searchParams.get("viewId") || undefined,
    chosen: searchParams.has("chosen"),
    eventId: searchParams.get("eventId") || undefined,
    eventStatuses: searchParams.getAll("eventStatuses"),
    quotaIds: searchParams.getAll("quotaIds"),
    topic: searchParams.get("topic"),
    channels: searchParams.getAll("channels"),
  };
  const audience = await args.context.api.call(campaignsApi.audience, { body: body as never }).catch((error) => {
    if (error instanceof ApiError && [400, 404, 422].includes(error.status)) return null;
    throw error;
  });
  return Response.json({ audience }, { headers: { "cache-control": "no-store" } });
}
