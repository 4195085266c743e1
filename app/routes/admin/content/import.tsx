import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { openSubject } from "~/content/content-pages.server";
import { CheckStep } from "~/content/import/check-step";
import { ColumnsStep } from "~/content/import/columns-step";
import { DoneStep } from "~/content/import/done-step";
import { importFrom, SheetUpload, stepOf, storeSheet } from "~/content/import/import-pages.server";
import { UploadStep } from "~/content/import/upload-step";
import { submit } from "~/forms/submission.server";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";

export const handle = { i18n: ["content", "addresses", "markdown"], files: true } as const;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const opened = await openSubject(args, "import");
  const { name, texts, crumb } = opened;
  const title = args.context.t("content:import.title", { list: texts("list") });
  return { name, crumb, title, submission: crypto.randomUUID(), ...(await stepOf(args, opened)) };
}

/** Stores an uploaded file; without one, creates the drafts from the file in the query. */
export async function action(args: ActionFunctionArgs) {
  const opened = await openSubject(args, "import");
  if (new URL(args.request.url).searchParams.has("sheet")) return redirect(await importFrom(args, opened), 303);
  return submit(args, SheetUpload, async ({ file }) => ({ to: await storeSheet(args.context, opened, file) }));
}

/** The steps of an import, each with its own URL: upload, columns, dry run, report. */
export default function ImportContent() {
  const data = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <h1 className="office-title">{data.title}</h1>
      {data.step === "upload" && <UploadStep {...data} answer={answer} />}
      {data.step === "columns" && <ColumnsStep {...data} />}
      {data.step === "check" && <CheckStep report={data.report} back={`/dashboard/admin/${data.name}/import?${data.columns}`} />}
      {data.step === "done" && <DoneStep name={data.name} report={data.report} />}
    </>
  );
}

export const ErrorBoundary = OfficeError;
