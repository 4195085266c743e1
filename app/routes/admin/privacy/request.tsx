import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ByEmailAnswer, mayCopyForOthers, privacyAdminApi, RequestAnswer } from "#contract/law/privacy";
import { gate } from "~/access/gate.server";
import { ApiError } from "~/api/api-error";
import { flashRefusal, flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { refreshWhileCopying } from "~/subjects/privacy/copy-refresh";
import { RequestBadge } from "~/subjects/privacy/request-badge";
import { Facts } from "~/ui/facts";
import { LocalDate } from "~/ui/local-date";
import { AnswerForms } from "./answer-forms";
import { ByEmailPanel } from "./by-email-panel";
import { CopyMade } from "./copy-made";

const path = "/dashboard/admin/privacy/{id}";

export const handle = {
  i18n: ["privacy", "account", "retention"],
  crumb: { label: "privacy:list.title", to: "/dashboard/admin/privacy" },
} as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const user = await gate(args, path);
  const request = await args.context.api.call(privacyAdminApi.get, { params: { id: args.params.id ?? "" } }).catch(orNotFound);
  return {
    request,
    mayCopy: mayCopyForOthers(user),
    refresh: refreshWhileCopying([request]),
    rules: rulesOf({ byEmail: ByEmailAnswer }),
    title: request.person,
  };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const form = await args.request.clone().formData();
  if (form.has("identity")) return answerByEmail(args);
  const answer = RequestAnswer.safeParse(Object.fromEntries(form));
  if (!answer.success) return data({ error: "privacy:answer.reasonNeeded" as const }, { status: 400 });
  try {
    await api.call(privacyAdminApi.answer, { params: { id: args.params.id ?? "" }, body: answer.data }).catch(orNotFound);
    flashToast(args.context, { title: t(`privacy:answer.done.${answer.data.outcome}`) });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
    flashRefusal(args.context, error.body.title);
  }
  return redirect(`/dashboard/admin/privacy/${args.params.id}`, 303);
}

export default function PrivacyRequest() {
  const { request, mayCopy } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("privacy");
  const { t: account } = useTranslation("account");
  const { person, number, kind, status, receivedAt, dueAt, message, reason } = request;
  return (
    <>
      <div className="grid gap-2">
        <h1 className="office-title">{person}</h1>
        <p className="flex flex-wrap items-center gap-3">
          <strong>{account(`requests.kinds.${kind}`)}</strong>
          <RequestBadge status={status} />
        </p>
      </div>
      <section className="panel grid max-w-3xl gap-4">
        <Facts
          facts={[
            { label: t("column.number"), value: number },
            { label: t("column.receivedAt"), value: <LocalDate value={receivedAt} style="full" /> },
            { label: t("column.dueAt"), value: <LocalDate value={dueAt} style="full" /> },
          ]}
        />
        {message && <p className="whitespace-pre-line">{message}</p>}
        {reason && <p>{account("requests.reason", { reason })}</p>}
        {!request.userId && !request.byEmail?.accountId && <p className="muted">{t("withoutAccount")}</p>}
        <CopyMade request={request} mayCopy={mayCopy} />
      </section>
      <ByEmailPanel request={request} mayCopy={mayCopy} answer={answer && "result" in answer ? answer : undefined} />
      {(status === "open" || status === "running") && (
        <AnswerForms request={request} error={answer && "error" in answer ? answer.error : undefined} />
      )}
    </>
  );
}

export const ErrorBoundary = OfficeError;

/** A copy or an erasure for an e-mail address without account, with how the identity was verified. */
function answerByEmail(args: ActionFunctionArgs) {
  const { api, t } = args.context;
  const id = args.params.id ?? "";
  return submit(args, ByEmailAnswer, async (body) => {
    await api.call(privacyAdminApi.answer, { params: { id }, body }).catch(orNotFound);
    return { to: `/dashboard/admin/privacy/${id}`, toast: { title: t(`privacy:answer.done.${body.outcome}`) } };
  });
}
