import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ThreadRecord } from "#contract/charity/threads";
import { typeset } from "#contract/formats/french-spaces";
import { type Fact, Facts } from "~/ui/facts";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { ThreadBadge } from "./thread-badge";

type Props = {
  thread: ThreadRecord;
  /** The labels of the subject, and its facts in addition to e-mail address and language. */
  texts: { status: string; message: string };
  facts: Fact[];
  /** Attachments. */
  children?: ReactNode;
};

/** The writer, the message, and the answers so far. */
export function Thread({ thread, texts, facts, children }: Props) {
  const { t } = useTranslation("threads");
  const { locale } = usePage();
  const { name, ticket, status, email, message, replies } = thread;
  const due = thread.dueOn && t("due.by", { date: formatDate(locale, thread.dueOn, "day") });
  const always = [
    { label: t("email"), value: <a href={`mailto:${email}`}>{email}</a> },
    { label: t("language"), value: t(thread.locale === "en" ? "english" : "french") },
  ];
  return (
    <>
      <div>
        <h1 className="office-title">{name}</h1>
        <p className="mt-2 flex flex-wrap items-center gap-2">
          <ThreadBadge status={status}>{texts.status}</ThreadBadge>
          <span className="muted tabular-nums">{ticket}</span>
          {due && <span className={thread.late ? "text-danger" : "muted"}>{due}</span>}
        </p>
      </div>
      <section className="panel">
        <Facts facts={[...always, ...facts]} />
      </section>
      <Panel title={texts.message}>
        <MessageText text={message} locale={thread.locale} />
        {children}
      </Panel>
      {replies.length > 0 && (
        <Panel title={t("replies")}>
          <ol className="grid gap-5">
            {replies.map(({ id, author, body, at }) => (
              <li key={id} className="border-l-4 border-primary-pale pl-4">
                <p className="muted mb-1 text-sm">{t("by", { author, date: formatDate(locale, at, "time") })}</p>
                <MessageText text={body} locale={thread.locale} />
              </li>
            ))}
          </ol>
        </Panel>
      )}
    </>
  );
}

function MessageText({ text, locale }: { text: string; locale: ThreadRecord["locale"] }) {
  return (
    <p className="max-w-prose whitespace-pre-line wrap-break-word" lang={locale}>
      {typeset(text, locale)}
    </p>
  );
}
