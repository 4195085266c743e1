import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { gate } from "~/access/gate.server";
import { ImportPage } from "~/content/import/import-page";
import { importAction, stepOf } from "~/content/import/import-pages.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { donorsImportPage } from "./donors-import.server";

const path = "/dashboard/admin/donations/donors/import";

export const handle = {
  i18n: ["content", "lists", "helloasso", "payments"],
  files: true,
  crumb: { label: "payments:payment.crumb", to: "/dashboard/admin/donations" },
} as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  return { title: args.context.t(`titles:${path}`), submission: crypto.randomUUID(), ...(await stepOf(args, donorsImportPage)) };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  return importAction(args, donorsImportPage);
}

export default function ImportDonors() {
  return <ImportPage data={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />;
}

export const ErrorBoundary = OfficeError;
