import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { gate } from "~/access/gate.server";
import { ImportPage } from "~/content/import/import-page";
import { importAction, stepOf } from "~/content/import/import-pages.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { helloassoMembersPage } from "./helloasso-import.server";

const path = "/dashboard/admin/memberships/helloasso/import";

export const handle = {
  i18n: ["content", "lists", "helloasso", "memberships"],
  files: true,
  crumb: { label: "memberships:list.title", to: "/dashboard/admin/memberships" },
} as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  return { title: args.context.t(`titles:${path}`), submission: crypto.randomUUID(), ...(await stepOf(args, helloassoMembersPage)) };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  return importAction(args, helloassoMembersPage);
}

export default function ImportHelloassoMembers() {
  return <ImportPage data={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />;
}

export const ErrorBoundary = OfficeError;
