import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { articleBulkActions, articleRecordsApi } from "#contract/publishing/articles";
import { gate } from "~/access/gate.server";
import { flashToast } from "~/api/flash.server";
import { Form, Submit } from "~/forms/form";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { AsTask } from "~/lists/as-task";
import { listBefore, nothingChosen, readSelection } from "~/lists/bulk-request.server";
import { ChosenNames } from "~/lists/chosen-names";
import { ButtonLink } from "~/ui/button";

const path = "/dashboard/admin/news";

export const handle = { i18n: ["articles", "lists"], crumb: { label: "articles:crumb", to: path } } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, `${path}/bulk`);
  const { action, count, changed, names } = await runBulk(args, true);
  return {
    action,
    count,
    changed,
    names,
    back: listBefore(args.request, path),
    title: args.context.t("titles:/dashboard/admin/news/bulk"),
  };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, `${path}/bulk`);
  const { t } = args.context;
  const { action, changed, task } = await runBulk(args, false);
  if (task) return redirect(`/account/tasks/${task}`, 303);
  flashToast(args.context, { title: t(`articles:bulk.done.${action}`, { count: changed }) });
  return redirect(listBefore(args.request, path), 303);
}

export default function BulkArticles() {
  const { action, count, changed, names, back } = useLoaderData<typeof loader>();
  const { t } = useTranslation("articles");
  return (
    <section className="panel grid max-w-2xl justify-items-start gap-4">
      <h1 className="office-title">{t(`bulk.ask.${action}`, { count: changed })}</h1>
      <ChosenNames names={names} count={changed} />
      {changed < count && <p>{t(`bulk.left.${action}`, { count: count - changed })}</p>}
      <AsTask count={count} />
      <Form className="actions" submission={undefined}>
        {changed > 0 && <Submit>{t(`bulk.confirm.${action}`, { count: changed })}</Submit>}
        <ButtonLink variant="line" to={back}>
          {t("bulk.cancel")}
        </ButtonLink>
      </Form>
    </section>
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
  return { action, ...(await context.api.call(articleRecordsApi.bulk, { body: { action, selection, dryRun } })) };
}
