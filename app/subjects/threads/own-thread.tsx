import { getFormProps } from "@conform-to/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { fileTypes } from "#contract/accounts/documents";
import type { OwnThread as Conversation } from "#contract/charity/threads";
import { typeset } from "#contract/formats/french-spaces";
import { ErrorSummary } from "~/forms/error-summary";
import { FileField, TextArea } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { ButtonLink } from "~/ui/button";
import { formatDate } from "~/ui/local-date";
import { Notice } from "~/ui/notice";
import { usePage } from "~/ui/page-context";
import { MessageFile } from "./message-file";
import { type MessagePage, MessagePages } from "./message-pages";

const schema = () => import("#contract/charity/threads").then(({ OwnReplyDraft }) => OwnReplyDraft);

type Props = {
  title: string;
  thread: Conversation;
  /** Which page of it is shown. */
  page: MessagePage;
  /** The path of a file of this conversation, without its id. */
  files: string;
  sent: boolean;
  submission: string;
  answer: FormAnswer | undefined;
};

/** A conversation with the team, for somebody without account who has the link of a mail. */
export function OwnThread({ title, thread, page, files, sent, submission, answer }: Props) {
  const { t } = useTranslation("threads");
  const { locale } = usePage();
  const [form, fields] = usePageForm(schema, { id: "own", answer });
  if (!thread)
    return (
      <Frame title={t("own.closedTitle")}>
        <p className="text-lg">{t("own.closed")}</p>
        <p className="actions">
          <ButtonLink to="/contact">{t("own.contact")}</ButtonLink>
          <ButtonLink variant="line" to="/">
            {t("own.home")}
          </ButtonLink>
        </p>
      </Frame>
    );
  const { replies } = thread;
  const first = { id: "first", from: "", body: thread.message, at: thread.receivedAt, fromStaff: false, file: null };
  return (
    <Frame title={title}>
      <p className="text-lg">{t("own.lead")}</p>
      <p className="muted">
        {t("ticket")} <span className="whitespace-nowrap tabular-nums">{thread.ticket}</span>
      </p>
      <div role="status">{sent && <Notice>{t("own.sent")}</Notice>}</div>
      <MessagePages page={page} messages={replies}>
        <ol className="grid gap-4">
          {(page.hasEarlier ? replies : [first, ...replies]).map(({ id, from, body, at, fromStaff, file }) => (
            <li
              key={id}
              className={`max-w-[44rem] rounded-2xl px-5 py-3 ${fromStaff ? "mr-auto w-[92%] bg-beige" : "ml-auto w-[92%] bg-primary-soft"}`}
            >
              <p className="text-sm font-bold">
                {fromStaff
                  ? t("by", { author: from, date: formatDate(locale, at, "time") })
                  : t("own.you", { date: formatDate(locale, at, "time") })}
              </p>
              <p className="whitespace-pre-line wrap-break-word" lang={thread.locale}>
                {typeset(body, thread.locale)}
              </p>
              {file && <MessageFile file={file} path={`${files}&id=${file.id}`} />}
            </li>
          ))}
        </ol>
      </MessagePages>
      {!page.isEarlier && (
        <Form className="grid gap-4" encType="multipart/form-data" submission={submission} {...getFormProps(form)}>
          <ErrorSummary form={form} labels={{ body: t("own.label"), file: t("file") }} />
          <TextArea field={fields.body} label={t("own.label")} hint={t("own.hint")} rows={6} />
          <FileField field={fields.file} label={t("file")} hint={t("fileHint")} accept={fileTypes.join(",")} />
          <p className="actions">
            <Submit>{t("own.send")}</Submit>
          </p>
        </Form>
      )}
    </Frame>
  );
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main
      id="content"
      className="mx-auto grid w-full max-w-[47rem] content-start gap-5 px-[var(--gutter)] pt-[clamp(2rem,5vw,4rem)] pb-section"
    >
      <h1 className="title-page">{title}</h1>
      {children}
    </main>
  );
}
