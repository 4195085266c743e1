import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { mailsApi } from "#contract/api/mails";
import { gate } from "~/access/gate.server";
import { ApiError } from "~/api/api-error";
import { flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";
import { Form, Submit } from "~/forms/form";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { Facts } from "~/ui/facts";
import { LocalDate } from "~/ui/local-date";
import { MailBadge } from "./mail-badge";
import { topicLabel } from "./topic-label";

const path = "/dashboard/admin/mails/{id}";

export const handle = { i18n: ["outbox"], crumb: { label: "outbox:list.title", to: "/dashboard/admin/mails" } } as const;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const mail = await api.call(mailsApi.get, { params: { id: args.params.id ?? "" } }).catch(orNotFound);
  return { mail, title: topicLabel(t, mail.topic) };
}

/** Sends it again; a refusal is shown on the page. */
export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const id = args.params.id ?? "";
  try {
    await api.call(mailsApi.send, { params: { id } }).catch(orNotFound);
  } catch (error) {
    if (!(error instanceof ApiError) || ![409, 429].includes(error.status)) throw error;
    return data({ refusal: error.body.title ?? t("common:forms.failed") }, { status: error.status });
  }
  flashToast(args.context, { title: t("outbox:again.done") });
  return redirect(`/dashboard/admin/mails/${id}`, 303);
}

export default function OneMail() {
  const { mail, title } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>()?.refusal;
  const { t } = useTranslation("outbox");
  const { recipient, status, attempts, createdAt, sentAt, dueAt, lastError, canSend } = mail;
  const replaced = lastError === "REPLACED";
  const stopped = lastError === "STOPPED";
  return (
    <>
      <h1 className="office-title">{title}</h1>
      <section className="panel grid gap-5">
        {refusal && (
          <p role="alert" className="font-semibold text-danger">
            {refusal}
          </p>
        )}
        <Facts
          facts={[
            { label: t("column.recipient"), value: recipient },
            { label: t("column.status"), value: <MailBadge status={status} /> },
            { label: t("column.attempts"), value: attempts },
            { label: t("column.createdAt"), value: <LocalDate value={createdAt} style="time" /> },
            ...(sentAt ? [{ label: t("sentAt"), value: <LocalDate value={sentAt} style="time" /> }] : []),
            ...(dueAt ? [{ label: t("dueAt"), value: <LocalDate value={dueAt} style="time" /> }] : []),
            ...(lastError && !replaced && !stopped ? [{ label: t("lastError"), value: <MailError codes={lastError} /> }] : []),
          ]}
        />
        {status === "expired" && <p>{t(stopped ? "stoppedWhy" : replaced ? "replacedWhy" : "expiredWhy")}</p>}
        {canSend && (
          <Form className="actions">
            <Submit>{t(status === "waiting" ? "again.now" : "again.button")}</Submit>
          </Form>
        )}
        <p className="muted">{t("private")}</p>
      </section>
    </>
  );
}

const known = [
  [/^(ESOCKET|ECONNECTION|EDNS|ETIMEDOUT|ECONNREFUSED)\b/, "silent"],
  [/^EAUTH\b/, "login"],
  [/\b5\.1\.[1-3]\b/, "unknownRecipient"],
  [/^EENVELOPE\b/, "refused"],
] as const;

/** The codes of a failed attempt, with their meaning if known. */
function MailError({ codes }: { codes: string }) {
  const { t } = useTranslation("outbox");
  const reason = known.find(([pattern]) => pattern.test(codes))?.[1];
  return (
    <>
      {reason && <>{t(`reason.${reason}`)} </>}
      <code>{codes}</code>
    </>
  );
}

export const ErrorBoundary = OfficeError;
