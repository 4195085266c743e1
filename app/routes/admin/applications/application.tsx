import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ApplicationAnswer, applicationsApi } from "#contract/applications";
import { gate } from "~/access/gate.server";
import { orNotFound } from "~/errors/not-found.server";
import { OfficeError } from "~/errors/office-error";
import { submit } from "~/forms/submission.server";
import { pageMeta } from "~/i18n/page-meta";
import { flashToast } from "~/toasts/flash.server";
import { AnswerForm } from "./answer-form";
import { ApplicationPanel } from "./application-panel";
import { UnsentAnswer } from "./unsent-answer";

const list = "/dashboard/admin/jobs/applications";

export const handle = { i18n: ["applications"] } as const;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, `${list}/{id}`);
  const { api, t } = args.context;
  const application = await api.call(applicationsApi.get, { params: { id: args.params.id ?? "" } }).catch(orNotFound);
  const crumb = { label: t("applications:title"), to: list };
  return { application, crumb, submission: crypto.randomUUID(), title: application.name };
}

/** Sends the answer, or closes the application without one. */
export async function action(args: ActionFunctionArgs) {
  await gate(args, `${list}/{id}`);
  const { api, t } = args.context;
  const params = { id: args.params.id ?? "" };
  const to = `${list}/${params.id}`;
  if ((await args.request.clone().formData()).get("intent") === "close") {
    await api.call(applicationsApi.close, { params }).catch(orNotFound);
    flashToast(args.context, { title: t("applications:done.closed") });
    return redirect(to, 303);
  }
  return submit(args, ApplicationAnswer, async (body) => {
    await api.call(applicationsApi.answer, { params, body }).catch(orNotFound);
    return { to, toast: { title: t("applications:done.answered") } };
  });
}

export default function ApplicationPage() {
  const { application, submission, title } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <h1 className="office-title">{title}</h1>
      <ApplicationPanel application={application} />
      {application.status === "received" && <AnswerForm application={application} answer={answer} submission={submission} />}
      {!!answer?.current && <UnsentAnswer application={application} text={String(answer.result.initialValue?.text ?? "")} />}
    </>
  );
}

export const ErrorBoundary = OfficeError;
