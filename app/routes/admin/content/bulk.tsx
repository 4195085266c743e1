import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { contentActions } from "#contract/publishing/content";
import { flashToast } from "~/api/flash.server";
import { BulkRefusals } from "~/content/bulk-refusals";
import { openSubject } from "~/content/content-pages.server";
import { restorePath, undoOf } from "~/content/undo";
import { Form, Submit } from "~/forms/form";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { AsTask } from "~/lists/as-task";
import { listBefore, listSearch, nothingChosen, readSelection } from "~/lists/bulk-request.server";
import { ChosenNames } from "~/lists/chosen-names";
import { ButtonLink } from "~/ui/button";

export const handle = { i18n: ["content", "lists"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const { name, crumb, path, action, run } = await openBulk(args);
  const title = args.context.t(`content:bulk.action.${action}`);
  return {
    name,
    path,
    crumb,
    action,
    result: await run(true),
    back: listBefore(args.request, path),
    list: listSearch(args.request),
    title,
  };
}

export async function action(args: ActionFunctionArgs) {
  const { path, action, run } = await openBulk(args);
  const result = await run(false);
  if (result.task) return redirect(`/account/tasks/${result.task}`, 303);
  if (result.refused > 0) return result;
  const { t } = args.context;
  flashToast(args.context, {
    title: t(`content:bulk.done.${action}`, { count: result.changed }),
    ...undoOf(t, path, result.batch, listSearch(args.request)),
  });
  return redirect(listBefore(args.request, path), 303);
}

/** The preview of a bulk action, and its result when some rows were refused. */
export default function ChangeMany() {
  const { name, path, action: step, result: preview, back, list } = useLoaderData<typeof loader>();
  const done = useActionData<typeof action>();
  const { t } = useTranslation("content");
  const { changed, unchanged } = preview;
  return (
    <section className="panel grid max-w-2xl justify-items-start gap-4">
      <h1 className="office-title">{done ? t(`bulk.done.${step}`, { count: done.changed }) : t(`bulk.ask.${step}`, { count: changed })}</h1>
      {!done && <ChosenNames names={preview.names} count={changed} />}
      {!done && changed > 0 && <p>{t(`bulk.means.${step}`, { count: changed })}</p>}
      {!done && step !== "remove" && unchanged > 0 && <p>{t(`bulk.unchanged.${step}`, { count: unchanged })}</p>}
      {!done && <AsTask count={preview.count} />}
      <BulkRefusals name={name} action={step} result={done ?? preview} done={!!done} />
      {done?.batch && (
        <Form action={restorePath(path, list)}>
          <Submit name="batch" value={done.batch} variant="line">
            {t("bin.restore")}
          </Submit>
        </Form>
      )}
      <Form className="actions">
        {!done && changed > 0 && (
          <Submit variant={step === "remove" ? "danger-full" : undefined}>{t(`bulk.confirm.${step}`, { count: changed })}</Submit>
        )}
        <ButtonLink variant="line" to={back}>
          {t("bulk.back")}
        </ButtonLink>
      </Form>
    </section>
  );
}

export const ErrorBoundary = OfficeError;

/** The request in the query; without selected rows, a redirect to the list. */
async function openBulk(args: LoaderFunctionArgs) {
  const opened = await openSubject(args, "bulk");
  const selection = readSelection(args.request);
  const requested = new URL(args.request.url).searchParams.get("action");
  const field = opened.subjectApi.bulkEdit?.fields.find((one) => requested === `set:${one}`);
  if (selection && field) throw redirect(`${opened.path}/set?${queryWith(args.request, field)}`);
  const action = contentActions.find((one) => one === requested);
  if (!selection) throw nothingChosen(args, opened.path);
  if (!action) throw redirect(opened.path);
  const run = (dryRun: boolean) => args.context.api.call(opened.subjectApi.bulk, { body: { action, selection, dryRun } });
  return { ...opened, action, run };
}

/** The same rows, for the page that sets one of their fields. */
function queryWith({ url }: Request, field: string): URLSearchParams {
  const { searchParams } = new URL(url);
  searchParams.delete("action");
  searchParams.set("field", field);
  return searchParams;
}
