import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { type MailRecord, mailsApi } from "#contract/api/mails";
import { gate } from "~/access/gate.server";
import { ApiError } from "~/api/api-error";
import { flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";
import { Form, Submit } from "~/forms/form";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { Facts } from "~/ui/facts";
import { LocalDate } from "~/ui/local-date";
import { MailBadge } from "./mail-badge";
import { topicLabel } from "./topic-label";

const path = "/dashboard/admin/mails/{id}";

export const handle = {
  i18n: ["outbox"],
  crumb: { label: "outbox:list.title", to: "/dashboard/admin/mails" },
} as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const mail = await api.call(mailsApi.get, { params: { id: args.params.id ?? "" } }).catch(orNotFound);
  return { mail, title: topicLabel(t, mail.topic) };
}

/** Sends it again, or writes to its address again; a refusal is shown on the page. */
export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const id = args.params.id ?? "";
  const form = await args.request.formData();
  const writes = form.get("intent") === "write-again";
  try {
    await api.call(writes ? mailsApi.writeAgain : mailsApi.send, { params: { id } }).catch(orNotFound);
  } catch (error) {
    if (!(error instanceof ApiError) || ![409, 429].includes(error.status)) throw error;
    return data({ refusal: error.body.title ?? t("common:forms.failed") }, { status: error.status });
  }
  flashToast(args.context, { title: t(writes ? "outbox:writeAgain.done" : "outbox:again.done") });
  return redirect(`/dashboard/admin/mails/${id}`, 303);
}

export default function OneMail() {
  const { mail, title } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>()?.refusal;
  const { t } = useTranslation("outbox");
  const { recipient, status, attempts, createdAt, sentAt, dueAt, lastError, canSend, reason, mailbox } = mail;
  const isDead = !!mailbox?.deadSince;
  const why = whyOf(mail);
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
            ...(lastError && (!reason || reason === "noMailbox" || reason === "bounced")
              ? [{ label: t("lastError"), value: <MailError codes={lastError} /> }]
              : []),
          ]}
        />
        {why && <p>{t(why)}</p>}
        {isDead && reason !== "dead" && <p>{t("deadWhy")}</p>}
        {canSend && (
          <Form className="actions">
            <Submit>{t(status === "waiting" ? "again.now" : "again.button")}</Submit>
          </Form>
        )}
        {isDead && (
          <Form className="actions">
            <Submit name="intent" value="write-again" variant="line">
              {t("writeAgain.button")}
            </Submit>
          </Form>
        )}
        <p className="muted">{t("private")}</p>
      </section>
    </>
  );
}

const whys = {
  dead: "deadWhy",
  bounced: "bouncedWhy",
  unwanted: "unwantedWhy",
  replaced: "replacedWhy",
  stopped: "stoppedWhy",
  withdrawn: "withdrawnWhy",
} as const;

/** Why it did not arrive, and what to do. What the server's code says is beside the code. */
function whyOf({ status, reason, canSend, mailbox }: Pick<MailRecord, "status" | "reason" | "canSend" | "mailbox">) {
  if (reason && reason !== "noMailbox") return whys[reason];
  if (status === "expired") return "expiredWhy";
  return status === "failed" && !canSend && !mailbox?.deadSince ? "failedWithLink" : null;
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
