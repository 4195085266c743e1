import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { mailsApi } from "#contract/api/mails";
import { isLocale } from "#contract/formats/locale";
import { gate } from "~/access/gate.server";
import { mailPage } from "~/api/mail-page.server";

/** A template as HTML, under a policy without scripts and requests. */
export async function loader(args: LoaderFunctionArgs) {
  await gate(args, "/dashboard/admin/mails/{id}/html");
  const { api, locale } = args.context;
  const id = args.params.id ?? "";
  const requested = new URL(args.request.url).searchParams.get("in");
  const { items } = await api.call(mailsApi.templates, { query: { in: isLocale(requested) ? requested : locale } });
  const template = items.find(({ topic }) => topic === id);
  if (!template) throw data(null, { status: 404 });
  return mailPage(template.html);
}
