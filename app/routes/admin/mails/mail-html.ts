import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { mailsApi } from "#contract/api/mails";
import { isLocale } from "#contract/formats/locale";
import { gate } from "~/access/gate.server";

/** A template as HTML, under a policy without scripts and requests. */
export async function loader(args: LoaderFunctionArgs) {
  await gate(args, "/dashboard/admin/mails/{id}/html");
  const { api, locale } = args.context;
  const id = args.params.id ?? "";
  const requested = new URL(args.request.url).searchParams.get("in");
  const { items } = await api.call(mailsApi.templates, { query: { in: isLocale(requested) ? requested : locale } });
  const template = items.find(({ topic }) => topic === id);
  if (!template) throw data(null, { status: 404 });
  return answer(template.html);
}

function answer(html: string): Response {
  return new Response(html, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy":
        "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox allow-popups",
    },
  });
}
