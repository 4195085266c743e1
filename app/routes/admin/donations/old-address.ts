import { type LoaderFunctionArgs, redirect } from "@remix-run/node";

/** Where the list of pledges was: bookmarks and mails still name it. */
export function loader({ request, params }: LoaderFunctionArgs) {
  const { search } = new URL(request.url);
  const id = params.id ? `/${encodeURIComponent(params.id)}` : "";
  return redirect(`/dashboard/admin/donations/pledges${id}${search}`, 301);
}
