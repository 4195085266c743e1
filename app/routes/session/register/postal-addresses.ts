import type { LoaderFunctionArgs } from "@remix-run/node";
import { foundAddresses } from "~/subjects/addresses/find-address.server";

/** Addresses that begin like `q`, for the completion of an address field; none when they are unknown. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const items = await foundAddresses(context, new URL(request.url).searchParams.get("q") ?? "");
  return Response.json({ items: items ?? [] }, { headers: { "cache-control": items ? "private, max-age=3600" : "no-store" } });
}
