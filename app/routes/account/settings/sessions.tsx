import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Monitor, Smartphone } from "lucide";
import { useTranslation } from "react-i18next";
import { accountApi, EmailChangeRequest } from "#contract/accounts/account";
import { ownApplicationsApi } from "#contract/accounts/oauth-clients";
import { browserName } from "#contract/formats/browser-name";
import { gate } from "~/access/gate.server";
import { flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";
import { Form, Submit } from "~/forms/form";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { Badge } from "~/ui/badge";
import { Icon } from "~/ui/icon";
import { LocalDate } from "~/ui/local-date";
import { Panel } from "~/ui/panel";
import { ApplicationsPanel } from "./applications-panel";
import { EmailForm } from "./email-form";
import { SettingsFrame } from "./settings-frame";

const path = "/account/settings/sessions";

export const handle = { i18n: ["account"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api } = args.context;
  const [{ items }, { email }, applications] = await Promise.all([
    api.call(accountApi.sessions),
    api.call(accountApi.profile),
    api.call(ownApplicationsApi.list),
  ]);
  return {
    sessions: items,
    applications: applications.items,
    email,
    rules: rulesOf({ email: EmailChangeRequest }),
    title: args.context.t(`titles:${path}`),
  };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const form = await args.request.clone().formData();
  if (form.get("intent") === "email") return changeEmail(args);
  const application = form.get("application");
  if (typeof application === "string" && application) {
    await api.call(ownApplicationsApi.withdraw, { params: { id: application } }).catch(orNotFound);
    flashToast(args.context, { title: t("account:applications.ended") });
    return redirect(path, 303);
  }
  const id = form.get("session");
  if (typeof id === "string" && id) await api.call(accountApi.endSession, { params: { id } }).catch(orNotFound);
  else await api.call(accountApi.endOtherSessions);
  flashToast(args.context, { title: t("account:sessions.ended") });
  return redirect(path, 303);
}

export default function Sessions() {
  const { sessions, applications, email } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("account");
  return (
    <SettingsFrame>
      <Panel title={t("sessions.title")}>
        <p className="muted mb-4">{t("sessions.lead")}</p>
        <ul className="rows">
          {sessions.map(({ id, userAgent, createdAt, lastSeenAt, current }) => {
            const name = browserName(userAgent) ?? t("sessions.unknown");
            return (
              <li key={id}>
                <Icon of={/Mobile|Android|iPhone/.test(userAgent ?? "") ? Smartphone : Monitor} />
                <div className="min-w-48 flex-1">
                  <strong className="block">{name}</strong>
                  <span className="muted text-sm">
                    {t("sessions.since")} <LocalDate value={createdAt} style="time" />, {t("sessions.lastSeen")}{" "}
                    <LocalDate value={lastSeenAt} style="time" />
                  </span>
                </div>
                {current ? (
                  <Badge meaning="success" icon={Monitor}>
                    {t("sessions.current")}
                  </Badge>
                ) : (
                  <Form>
                    <input type="hidden" name="session" value={id} />
                    <Submit variant="line">{t("sessions.end")}</Submit>
                  </Form>
                )}
              </li>
            );
          })}
        </ul>
        {sessions.length > 1 && (
          <Form className="mt-4">
            <Submit variant="danger">{t("sessions.endAll")}</Submit>
          </Form>
        )}
      </Panel>
      {applications.length > 0 && <ApplicationsPanel applications={applications} />}
      <EmailForm email={email} answer={answer} />
    </SettingsFrame>
  );
}

export const ErrorBoundary = OfficeError;

async function changeEmail(args: ActionFunctionArgs) {
  const { api, t } = args.context;
  const requestChange = async (body: EmailChangeRequest) => {
    await api.call(accountApi.requestEmailChange, { body });
    return { to: path, toast: { title: t("account:email.sent") } };
  };
  return submit(args, EmailChangeRequest, requestChange, { hide: ["password"] });
}
