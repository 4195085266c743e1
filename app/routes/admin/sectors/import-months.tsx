import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { gate } from "~/access/gate.server";
import { ImportPage } from "~/content/import/import-page";
import { importAction, stepOf } from "~/content/import/import-pages.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { monthsImportPage } from "./months-import.server";

const list = "/dashboard/admin/sectors";
const path = `${list}/records/import` as const;

export const handle = {
  i18n: ["content", "lists", "sectors"],
  files: true,
  crumb: { label: "content:sectors.list", to: list },
} as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const page = await monthsImportPage(args.context);
  return { title: args.context.t("sectors:records.import.title"), submission: crypto.randomUUID(), ...(await stepOf(args, page)) };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  return importAction(args, await monthsImportPage(args.context));
}

export default function ImportMonths() {
  return <ImportPage data={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />;
}

export const ErrorBoundary = OfficeError;
