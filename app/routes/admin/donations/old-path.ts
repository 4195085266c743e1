import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { gate } from "~/access/gate.server";

/** Where the pledges were: bookmarks and mails still name it. */
export async function loader(args: LoaderFunctionArgs) {
  await gate(args, args.params.id ? "/dashboard/admin/pledges/{id}" : "/dashboard/admin/pledges");
  const { search } = new URL(args.request.url);
  const id = args.params.id ? `/${encodeURIComponent(args.params.id)}` : "";
  return redirect(`/dashboard/admin/donations/pledges${id}${search}`, 301);
}
