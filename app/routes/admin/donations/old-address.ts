import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { pathIn } from "~/i18n/locale-of-path";

/** Where the list of pledges was: bookmarks and mails still name it. */
export function loader({ request, params, context }: LoaderFunctionArgs) {
  const { search } = new URL(request.url);
  const id = params.id ? `/${encodeURIComponent(params.id)}` : "";
  return redirect(pathIn(context.locale, `/dashboard/admin/donations/pledges${id}`) + search, 301);
}
