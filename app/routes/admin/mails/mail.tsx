import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { mailsApi } from "#contract/mails";
import { gate } from "~/access/gate.server";
import { orNotFound } from "~/errors/not-found.server";
import { OfficeError } from "~/errors/office-error";
import { pageMeta } from "~/i18n/page-meta";
import { Facts } from "~/ui/facts";
import { LocalDate } from "~/ui/local-date";
import { MailBadge } from "./mail-badge";
import { MailText } from "./mail-text";

const path = "/dashboard/admin/mails/{id}";

export const handle = { i18n: ["outbox"], crumb: { label: "outbox:list.title", to: "/dashboard/admin/mails" } } as const;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { html: _, ...mail } = await args.context.api.call(mailsApi.get, { params: { id: args.params.id ?? "" } }).catch(orNotFound);
  return { mail, title: mail.subject };
}

export default function OneMail() {
  const { mail } = useLoaderData<typeof loader>();
  const { t } = useTranslation("outbox");
  const { id, subject, text, recipient, status, createdAt, sentAt, lastError } = mail;
  return (
    <>
      <h1 className="office-title">{subject}</h1>
      <section className="panel grid gap-3">
        <Facts
          facts={[
            { label: t("column.recipient"), value: recipient },
            { label: t("column.status"), value: <MailBadge status={status} /> },
            { label: t("column.createdAt"), value: <LocalDate value={createdAt} style="time" /> },
            ...(sentAt ? [{ label: t("sentAt"), value: <LocalDate value={sentAt} style="time" /> }] : []),
          ]}
        />
        {lastError && <p className="text-danger">{lastError}</p>}
      </section>
      <MailText text={text} html={`/dashboard/admin/mails/${id}/html`} />
    </>
  );
}

export const ErrorBoundary = OfficeError;
