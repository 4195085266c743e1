import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { FileText } from "lucide";
import { useTranslation } from "react-i18next";
import { applicationsApi } from "#contract/charity/applications";
import { ReplyDraft } from "#contract/charity/threads";
import { gate } from "~/access/gate.server";
import { orNotFound } from "~/errors/not-found.server";
import { rulesOf } from "~/forms/rules.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { notifiedOf } from "~/subjects/notices/notified.server";
import { NotifiedPanel } from "~/subjects/notices/notified-panel";
import { earlierQuery } from "~/subjects/threads/earlier.server";
import { reloadWhenStale } from "~/subjects/threads/reload-when-stale";
import { ReplyForm } from "~/subjects/threads/reply-form";
import { StateButtons } from "~/subjects/threads/state-buttons";
import { Thread } from "~/subjects/threads/thread";
import { threadAction } from "~/subjects/threads/thread-action.server";
import { useFormKey } from "~/subjects/threads/use-form-key";
import { Icon } from "~/ui/icon";
import { LocalDate } from "~/ui/local-date";

const list = "/dashboard/admin/jobs/applications";

export const handle = {
  i18n: ["applications", "threads", "notified"],
  crumb: { label: "applications:title", to: list },
  files: true,
} as const satisfies PageHandle;

export const meta = pageMeta;

export const shouldRevalidate = reloadWhenStale;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, `${list}/{id}`);
  const query = earlierQuery(args.request);
  const application = await args.context.api.call(applicationsApi.get, { params: { id: args.params.id ?? "" }, query }).catch(orNotFound);
  return {
    application,
    page: { path: `${list}/${application.id}`, isEarlier: query.before !== undefined, hasEarlier: application.hasEarlier },
    notified: await notifiedOf(args.context, application.id),
    submission: crypto.randomUUID(),
    rules: rulesOf({ reply: ReplyDraft }),
    title: `${application.ticket} - ${args.context.t(`titles:${list}/{id}`)}`,
  };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, `${list}/{id}`);
  return threadAction(args, list, applicationsApi);
}

export default function Application() {
  const { application, page, notified, submission } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const formKey = useFormKey(application.version, answer);
  const { t } = useTranslation("applications");
  const { id, status, jobTitle, receivedAt, hasCv } = application;
  const facts = [
    { label: t("column.job"), value: jobTitle },
    { label: t("column.receivedAt"), value: <LocalDate value={receivedAt} style="time" /> },
  ];
  return (
    <>
      <Thread thread={application} texts={{ status: t(`status.${status}`) }} facts={facts} files={`${list}/files`} page={page}>
        {hasCv && (
          <a className="mt-4 inline-flex items-center gap-2 py-1 font-semibold" href={`${list}/${id}/cv`} download>
            <Icon of={FileText} />
            {t("cv")}
          </a>
        )}
      </Thread>
      {!page.isEarlier && <ReplyForm key={formKey} thread={application} answer={answer} submission={submission} />}
      {!page.isEarlier && <StateButtons thread={application} waiting="received" />}
      <NotifiedPanel notified={notified} />
    </>
  );
}

export const ErrorBoundary = OfficeError;
