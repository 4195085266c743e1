import type { LoaderFunctionArgs } from "@remix-run/node";
import { campaignsApi } from "#contract/accounts/campaigns";
import { isLocale } from "#contract/formats/locale";
import { gate } from "~/access/gate.server";
import { mailPage } from "~/api/mail-page.server";
import { orNotFound } from "~/errors/not-found.server";

/** The mail of a campaign as it will look. */
export async function loader(args: LoaderFunctionArgs) {
  await gate(args, "/dashboard/admin/notifications/{id}/mail");
  const { api, locale } = args.context;
  const requested = new URL(args.request.url).searchParams.get("in");
  const query = { in: isLocale(requested) ? requested : locale };
  const { html } = await api.call(campaignsApi.preview, { params: { id: args.params.id ?? "" }, query }).catch(orNotFound);
  return mailPage(html);
}
