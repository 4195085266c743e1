import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { peopleApi } from "#contract/people";
import { gate } from "~/access/gate.server";
import { orNotFound } from "~/errors/not-found.server";
import { OfficeError } from "~/errors/office-error";
import { Form, Submit } from "~/forms/form";
import { pageMeta } from "~/i18n/page-meta";
import { flashToast } from "~/toasts/flash.server";
import { LocalDate } from "~/ui/local-date";
import { Panel } from "~/ui/panel";

const path = "/dashboard/admin/users/{id}/privacy";

export const handle = { i18n: ["people"] } as const;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const open = await args.context.api.call(peopleApi.sessions, { params: { id: args.params.id ?? "" } }).catch(orNotFound);
  return { ...open, title: args.context.t(`titles:${path}`) };
}

/** Logs the person out everywhere. */
export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const id = args.params.id ?? "";
  await args.context.api.call(peopleApi.endSessions, { params: { id } }).catch(orNotFound);
  flashToast(args.context, { title: args.context.t("people:sessionsEnded") });
  return redirect(`/dashboard/admin/users/${id}/privacy`, 303);
}

/** Where a person is logged in, and which applications know them. */
export default function PersonPrivacy() {
  const { sessions, applications } = useLoaderData<typeof loader>();
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
            <Submit look="danger">{t("endSessions")}</Submit>
          </Form>
        )}
      </Panel>
      <Panel title={t("applications")}>
        <p className={applications.length ? undefined : "muted"}>{applications.join(", ") || t("noApplication")}</p>
      </Panel>
    </>
  );
}

export const ErrorBoundary = OfficeError;
