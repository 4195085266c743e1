import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { peopleApi } from "#contract/accounts/people";
import { mayCopyForOthers, OnBehalf, privacyAdminApi } from "#contract/law/privacy";
import { gate } from "~/access/gate.server";
import { flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";
import { Form, Submit } from "~/forms/form";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { refreshWhileCopying } from "~/subjects/privacy/copy-refresh";
import { LocalDate } from "~/ui/local-date";
import { Panel } from "~/ui/panel";
import { OnBehalfPanel } from "./on-behalf-panel";
import { RequestsOfPerson } from "./requests-of-person";

const path = "/dashboard/admin/users/{id}/privacy";

export const handle = { i18n: ["people", "account", "privacy", "retention"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const user = await gate(args, path);
  const { api, t } = args.context;
  const params = { id: args.params.id ?? "" };
  const [open, { items: requests }] = await Promise.all([
    api.call(peopleApi.sessions, { params }),
    api.call(privacyAdminApi.ofPerson, { params }),
  ]).catch(orNotFound);
  return {
    ...open,
    requests,
    refresh: refreshWhileCopying(requests),
    mayCopy: mayCopyForOthers(user),
    rules: rulesOf({ onBehalf: OnBehalf }),
    title: t(`titles:${path}`),
  };
}

/** Ends all sessions of the person, or carries out a request received by letter. */
export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const id = args.params.id ?? "";
  if ((await args.request.clone().formData()).has("kind"))
    return submit(args, OnBehalf, async (body) => {
      await args.context.api.call(privacyAdminApi.requestOnBehalf, { params: { id }, body }).catch(orNotFound);
      return { to: `/dashboard/admin/users/${id}/privacy`, toast: { title: args.context.t(`privacy:onBehalf.${body.kind}Done`) } };
    });
  await args.context.api.call(peopleApi.endSessions, { params: { id } }).catch(orNotFound);
  flashToast(args.context, { title: args.context.t("people:sessionsEnded") });
  return redirect(`/dashboard/admin/users/${id}/privacy`, 303);
}

/** A person's sessions, applications, requests about their data, and the form for requests by letter. */
export default function PersonPrivacy() {
  const { sessions, applications, requests, mayCopy } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("people");
  return (
    <>
      <Panel title={t("sessions")}>
        {sessions.length === 0 && <p className="muted">{t("noSession")}</p>}
        <ul className="grid gap-3">
          {sessions.map(({ id, device, openedAt }) => (
            <li key={id}>
              <strong className="break-words">{device ?? t("unknownDevice")}</strong>
              <small className="muted block">
                {t("openedAt")} <LocalDate value={openedAt} style="time" />
              </small>
            </li>
          ))}
        </ul>
        {sessions.length > 0 && (
          <Form className="actions mt-4">
            <Submit variant="danger">{t("endSessions")}</Submit>
          </Form>
        )}
      </Panel>
      <Panel title={t("applications")}>
        <p className={applications.length ? undefined : "muted"}>{applications.join(", ") || t("noApplication")}</p>
      </Panel>
      <RequestsOfPerson requests={requests} mayCopy={mayCopy} />
      <OnBehalfPanel answer={answer} mayCopy={mayCopy} />
    </>
  );
}

export const ErrorBoundary = OfficeError;
