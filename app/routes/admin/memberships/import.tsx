import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { gate } from "~/access/gate.server";
import { ImportPage } from "~/content/import/import-page";
import { importAction, stepOf } from "~/content/import/import-pages.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { membershipImportPage } from "./membership-import.server";

const path = "/dashboard/admin/memberships";

export const handle = {
  i18n: ["content", "lists", "memberships"],
  files: true,
  crumb: { label: "memberships:list.title", to: path },
} as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, `${path}/import`);
  const page = await membershipImportPage(args.context);
  return { title: args.context.t(`titles:${path}/import`), submission: crypto.randomUUID(), ...(await stepOf(args, page)) };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, `${path}/import`);
  return importAction(args, await membershipImportPage(args.context));
}

export default function ImportMembers() {
  return <ImportPage data={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />;
}

export const ErrorBoundary = OfficeError;
