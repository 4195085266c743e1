import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { type ArticleObstacle, articleBulkActions } from "#contract/publishing/article-bulk";
import { articleRecordsApi } from "#contract/publishing/articles";
import { gate } from "~/access/gate.server";
import { flashToast } from "~/api/flash.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { listBefore, nothingChosen, readSelection } from "~/lists/bulk-request.server";
import { BulkPreview } from "~/subjects/tasks/bulk-preview";

const path = "/dashboard/admin/news";

export const handle = { i18n: ["articles", "lists"], crumb: { label: "articles:crumb", to: path } } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, `${path}/bulk`);
  const { action, result } = await runBulk(args, true);
  return {
    action,
    result,
    back: listBefore(args.request, path),
    title: args.context.t("titles:/dashboard/admin/news/bulk"),
  };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, `${path}/bulk`);
  const { t } = args.context;
  const {
    action,
    result: { changed, task },
  } = await runBulk(args, false);
  if (task) return redirect(`/account/tasks/${task}`, 303);
  flashToast(args.context, { title: t(`articles:bulk.done.${action}`, { count: changed }) });
  return redirect(listBefore(args.request, path), 303);
}

export default function BulkArticles() {
  const { action, result, back } = useLoaderData<typeof loader>();
  const { t } = useTranslation("articles");
  const count = result.changed;
  return (
    <BulkPreview
      result={result}
      title={t(`bulk.ask.${action}`, { count })}
      obstacle={(code) => t(`bulk.obstacle.${code as ArticleObstacle}`)}
      submit={t(`bulk.confirm.${action}`, { count })}
      back={back}
    />
  );
}

export const ErrorBoundary = OfficeError;

/** Runs the bulk action in the query, or a dry run; without selected rows, redirects to the list. */
async function runBulk(args: LoaderFunctionArgs, dryRun: boolean) {
  const { request, context } = args;
  const selection = readSelection(request);
  const requested = new URL(request.url).searchParams.get("action");
  const action = articleBulkActions.find((one) => one === requested);
  if (!selection) throw nothingChosen(args, path);
  if (!action) throw redirect(path);
  return { action, result: await context.api.call(articleRecordsApi.bulk, { body: { action, selection, dryRun } }) };
}
