import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { gate } from "~/access/gate.server";
import { ImportPage } from "~/content/import/import-page";
import { importAction, stepOf } from "~/content/import/import-pages.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { hoursImportPage } from "./hours-import.server";

const path = "/dashboard/admin/volunteer-hours";

export const handle = {
  i18n: ["content", "lists", "hours"],
  files: true,
  crumb: { label: "hours:list.title", to: path },
} as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, `${path}/import`);
  const page = await hoursImportPage(args.context);
  return { title: args.context.t("hours:import.title"), submission: crypto.randomUUID(), ...(await stepOf(args, page)) };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, `${path}/import`);
  return importAction(args, await hoursImportPage(args.context));
}

export default function ImportHours() {
  return <ImportPage data={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />;
}

export const ErrorBoundary = OfficeError;
