import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { gate } from "~/access/gate.server";
import { storePicture } from "./store-picture.server";

const path = "/dashboard/admin/news/pictures";

/** Only a POST stores a picture; a GET leads to the dashboard. */
export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  return redirect("/dashboard");
}

/** Stores a picture that the tools of a text have been given: its id, or why it was refused. */
export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const stored = await storePicture(args.context, (await args.request.formData()).get("file"));
  const status = "refused" in stored ? 422 : 201;
  return Response.json(stored, { status, headers: { "cache-control": "no-store" } });
}
