import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { type MailObstacle, mailBulkApi, mailSteps } from "#contract/api/mail-bulk";
import { gate } from "~/access/gate.server";
import { ApiError } from "~/api/api-error";
import { flashRefusal, flashToast } from "~/api/flash.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { chosenStep, listBefore } from "~/lists/bulk-request.server";
import { BulkPreview } from "~/subjects/tasks/bulk-preview";

const path = "/dashboard/admin/mails";

export const handle = { i18n: ["outbox", "lists"], crumb: { label: "outbox:list.title", to: path } } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, `${path}/bulk`);
  const { step, selection } = chosenStep(args, path, mailSteps);
  const result = await args.context.api.call(mailBulkApi.move, { body: { step, selection, dryRun: true } });
  return { result, step, back: listBefore(args.request, path), title: args.context.t(`titles:${path}/bulk`) };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, `${path}/bulk`);
  const { step, selection } = chosenStep(args, path, mailSteps);
  const { api, t } = args.context;
  try {
    const { changed, task } = await api.call(mailBulkApi.move, { body: { step, selection, dryRun: false } });
    if (task) return redirect(`/account/tasks/${task}`, 303);
    flashToast(args.context, { title: t(`outbox:bulk.${step}.done`, { count: changed }) });
  } catch (error) {
    if (!(error instanceof ApiError) || error.body.code !== "no_mail_server") throw error;
    flashRefusal(args.context, error.body.title);
  }
  return redirect(listBefore(args.request, path), 303);
}

/** Which of the selected mails are sent again or withdrawn, and why others are not. */
export default function MoveMails() {
  const { result, step, back } = useLoaderData<typeof loader>();
  const { t } = useTranslation("outbox");
  const count = result.changed;
  return (
    <BulkPreview
      result={result}
      title={t(`bulk.${step}.ask`, { count })}
      obstacle={(code) => t(`bulk.obstacle.${code as MailObstacle}`)}
      submit={t(`bulk.${step}.submit`, { count })}
      back={back}
    >
      <p>{t(`bulk.${step}.means`)}</p>
    </BulkPreview>
  );
}

export const ErrorBoundary = OfficeError;
