import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { gate } from "~/access/gate.server";
import { ImportPage } from "~/content/import/import-page";
import { importAction, stepOf } from "~/content/import/import-pages.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { helloassoImportPage } from "./helloasso-import.server";

const path = "/dashboard/admin/donations";

export const handle = {
  i18n: ["content", "lists", "helloasso", "payments"],
  files: true,
  crumb: { label: "payments:payment.crumb", to: path },
} as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, `${path}/import`);
  const title = args.context.t(`titles:${path}/import`);
  return { title, submission: crypto.randomUUID(), ...(await stepOf(args, helloassoImportPage)) };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, `${path}/import`);
  return importAction(args, helloassoImportPage);
}

export default function ImportPayments() {
  return <ImportPage data={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />;
}

export const ErrorBoundary = OfficeError;
