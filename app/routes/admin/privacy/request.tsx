import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { privacyAdminApi, RequestAnswer } from "#contract/privacy";
import { gate } from "~/access/gate.server";
import { ApiError } from "~/api/api-error";
import { orNotFound } from "~/errors/not-found.server";
import { OfficeError } from "~/errors/office-error";
import { pageMeta } from "~/i18n/page-meta";
import { RequestBadge } from "~/privacy/request-badge";
import { flashToast } from "~/toasts/flash.server";
import { Facts } from "~/ui/facts";
import { LocalDate } from "~/ui/local-date";
import { AnswerForms } from "./answer-forms";

const path = "/dashboard/admin/privacy/{id}";

export const handle = {
  i18n: ["privacy", "account", "retention"],
  crumb: { label: "privacy:list.title", to: "/dashboard/admin/privacy" },
} as const;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const request = await args.context.api.call(privacyAdminApi.get, { params: { id: args.params.id ?? "" } }).catch(orNotFound);
  return { request, title: request.person };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const answer = RequestAnswer.safeParse(Object.fromEntries(await args.request.formData()));
  if (!answer.success) return data({ error: "privacy:answer.reasonNeeded" as const }, { status: 400 });
  try {
    await api.call(privacyAdminApi.answer, { params: { id: args.params.id ?? "" }, body: answer.data }).catch(orNotFound);
    flashToast(args.context, { title: t(`privacy:answer.done.${answer.data.outcome}`) });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
    flashToast(args.context, { title: error.body.title ?? t("common:forms.failed"), color: "danger", icon: "problem" });
  }
  return redirect(`/dashboard/admin/privacy/${args.params.id}`, 303);
}

export default function PrivacyRequest() {
  const { request } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("privacy");
  const { t: account } = useTranslation("account");
  const { person, kind, status, receivedAt, dueAt, message, reason } = request;
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
            { label: t("column.receivedAt"), value: <LocalDate value={receivedAt} style="full" /> },
            { label: t("column.dueAt"), value: <LocalDate value={dueAt} style="full" /> },
          ]}
        />
        {message && <p className="whitespace-pre-line">{message}</p>}
        {reason && <p>{account("requests.reason", { reason })}</p>}
        {!request.userId && <p className="muted">{t("withoutAccount")}</p>}
      </section>
      {(status === "open" || status === "running") && <AnswerForms request={request} error={answer?.error} />}
    </>
  );
}

export const ErrorBoundary = OfficeError;
