import { useTranslation } from "react-i18next";
import type { MessageRecord } from "#contract/contact";
import { typeset } from "#contract/french-spaces";
import { Facts } from "~/ui/facts";
import { formatDate, LocalDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { MessageBadge } from "./message-badge";

/** Who wrote, what, and what was answered so far. */
export function Thread({ message }: { message: MessageRecord }) {
  const { t } = useTranslation("contact");
  const { locale } = usePage();
  const facts = [
    { label: t("message.email"), value: <a href={`mailto:${message.email}`}>{message.email}</a> },
    { label: t("messages.column.topic"), value: t(`topic.${message.topic}`) },
    { label: t("messages.column.team"), value: message.team ?? t("messages.national") },
    { label: t("message.language"), value: t(message.locale === "en" ? "message.english" : "message.french") },
    { label: t("messages.column.receivedAt"), value: <LocalDate value={message.receivedAt} style="time" /> },
  ];
  return (
    <>
      <div>
        <h1 className="office-title">{message.name}</h1>
        <p className="mt-2 flex flex-wrap items-center gap-2">
          <MessageBadge status={message.status} />
          <span className="muted tabular-nums">{message.ticket}</span>
        </p>
      </div>
      <section className="panel">
        <Facts facts={facts} />
      </section>
      <Panel title={t("message.said")}>
        <p className="max-w-prose whitespace-pre-line wrap-break-word" lang={message.locale}>
          {typeset(message.message, message.locale)}
        </p>
      </Panel>
      {message.replies.length > 0 && (
        <Panel title={t("message.replies")}>
          <ol className="grid gap-5">
            {message.replies.map(({ id, author, body, at }) => (
              <li key={id} className="border-l-4 border-primary-pale pl-4">
                <p className="muted text-sm">{t("message.by", { author, date: formatDate(locale, at, "time") })}</p>
                <p className="mt-1 max-w-prose whitespace-pre-line wrap-break-word" lang={message.locale}>
                  {typeset(body, message.locale)}
                </p>
              </li>
            ))}
          </ol>
        </Panel>
      )}
    </>
  );
}
