import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ThreadRecord } from "#contract/charity/threads";
import { type Fact, Facts } from "~/ui/facts";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { type MessagePage, MessagePages } from "./message-pages";
import { ThreadBadge } from "./thread-badge";
import { ThreadMessages } from "./thread-messages";

type Props = {
  thread: ThreadRecord;
  /** The labels of the subject, and its facts in addition to e-mail address and language. */
  texts: { status: string };
  facts: Fact[];
  /** The path of the files of its messages, without their ids. */
  files: string;
  /** Which page of it is shown. */
  page: MessagePage;
  /** Attachments. */
  children?: ReactNode;
};

/** Who wrote, and a page of the conversation. */
export function Thread({ thread, texts, facts, files, page, children }: Props) {
  const { t } = useTranslation("threads");
  const { locale } = usePage();
  const { name, ticket, status, email, message, replies } = thread;
  const first = { id: "first", from: name, body: message, at: thread.receivedAt, internal: false, fromStaff: false };
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
      <Panel title={t("replies")}>
        <MessagePages page={page} messages={replies}>
          <ThreadMessages messages={page.hasEarlier ? replies : [first, ...replies]} locale={thread.locale} files={files} />
        </MessagePages>
        {children}
      </Panel>
    </>
  );
}
