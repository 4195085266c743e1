import type { LoaderFunctionArgs } from "@remix-run/node";
import { foundCompany } from "~/subjects/donations/company.server";

/** The company of a SIREN, for a form that is being filled in; null when it is unknown. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const company = await foundCompany(context, new URL(request.url).searchParams.get("siren") ?? "");
  return Response.json({ company }, { headers: { "cache-control": company ? "private, max-age=3600" : "no-store" } });
}
