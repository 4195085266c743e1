import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { openSubject } from "~/content/content-pages.server";
import { contentImportPage } from "~/content/import/content-import.server";
import { ImportPage } from "~/content/import/import-page";
import { importAction, stepOf } from "~/content/import/import-pages.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";

export const handle = { i18n: ["content", "lists", "addresses", "markdown"], files: true } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const opened = await openSubject(args, "import");
  const { texts, crumb } = opened;
  const title = args.context.t("content:import.title", { list: texts("list") });
  const page = await contentImportPage(args.context, opened);
  return { crumb, title, submission: crypto.randomUUID(), ...(await stepOf(args, page)) };
}

export async function action(args: ActionFunctionArgs) {
  const opened = await openSubject(args, "import");
  return importAction(args, await contentImportPage(args.context, opened));
}

export default function ImportContent() {
  return <ImportPage data={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />;
}

export const ErrorBoundary = OfficeError;
