import { getFormProps } from "@conform-to/react";
import type { ComponentProps, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { fileTypes } from "#contract/accounts/documents";
import type { ChatMessage } from "#contract/accounts/verification-chats";
import { frenchSpaces } from "#contract/formats/french-spaces";
import { ErrorSummary } from "~/forms/error-summary";
import { FileField, TextArea } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import { usePageForm } from "~/forms/use-page-form";
import { MessageFile } from "~/subjects/threads/message-file";
import { type MessagePage, MessagePages } from "~/subjects/threads/message-pages";
import { LocalDate } from "~/ui/local-date";
import { partField, usePartAnswer } from "./pending-parts";

const schema = () => import("#contract/accounts/verification-chats").then(({ ChatDraft }) => ChatDraft);

/** The loader gives the rules of `chat` and names the form with `submission`. */
export type Conversation = { messages: ChatMessage[]; page: MessagePage };
type Props = Conversation & { submission: string };

/** The conversation with the team, on each page where an account waits. */
export function ChatPanel(conversation: Props) {
  return (
    <ChatSection>
      <ChatMessages {...conversation} />
    </ChatSection>
  );
}

type InForm = Conversation & {
  /** Whether a file may go with the message: not where the form has a field for supporting documents. */
  takesFile: boolean;
};

/** The same, in the form of the page: every button of it takes the message along. */
export function ChatInForm({ messages, page, takesFile }: InForm) {
  const { t } = useTranslation("pending");
  const [form, fields] = usePageForm(schema, { id: "chat", answer: usePartAnswer("chat") });
  return (
    <ChatSection>
      <div className="grid gap-4">
        <Messages messages={messages} page={page} />
        {!page.isEarlier && (
          <>
            <ErrorSummary form={form} />
            <TextArea field={fields.body} label={t("chat.label")} hint={t("chat.withFile")} rows={3} />
            {takesFile && <AttachmentField key={messages.at(-1)?.id} field={fields.attachment} />}
            <div>
              <Submit variant="line" name={partField} value="chat" formNoValidate>
                {t("chat.send")}
              </Submit>
            </div>
          </>
        )}
      </div>
    </ChatSection>
  );
}

function ChatSection({ children }: { children: ReactNode }) {
  const { t } = useTranslation("pending");
  return (
    <section className="rounded-2xl border-2 border-line p-7" aria-labelledby="chat-title">
      <h2 id="chat-title" className="title-card mb-4">
        {t("chat.title")}
      </h2>
      {children}
    </section>
  );
}

/** The conversation below a title. */
export function ChatMessages({ messages, page, submission }: Props) {
  const { t } = useTranslation("pending");
  const [form, fields] = usePageForm(schema, { id: "chat", answer: usePartAnswer("chat") });
  return (
    <div className="grid gap-4">
      <Messages messages={messages} page={page} />
      {!page.isEarlier && (
        <Form className="grid gap-4" encType="multipart/form-data" submission={submission} {...getFormProps(form)}>
          <ErrorSummary form={form} />
          <input type="hidden" name={partField} value="chat" />
          <TextArea field={fields.body} label={t("chat.label")} hint={t("chat.hint")} rows={3} />
          <AttachmentField field={fields.attachment} />
          <div>
            <Submit variant="line">{t("chat.send")}</Submit>
          </div>
        </Form>
      )}
    </div>
  );
}

/** Once a message was taken, the field is empty: where the page stays, its key changes. */
function AttachmentField({ field }: { field: ComponentProps<typeof FileField>["field"] }) {
  const { t } = useTranslation("threads");
  return <FileField field={field} label={t("file")} hint={t("fileHint")} accept={fileTypes.join(",")} />;
}

function Messages({ messages, page }: Conversation) {
  const { t } = useTranslation("pending");
  if (messages.length === 0 && !page.isEarlier) return null;
  return (
    <MessagePages page={page} messages={messages}>
      <ol className="grid gap-3">
        {messages.map(({ id, from, own, body, at, file }) => (
          <li key={id} className={`max-w-[90%] rounded-2xl px-5 py-3 ${own ? "ml-auto bg-primary-soft" : "mr-auto bg-beige"}`}>
            <p className="text-sm font-bold">
              {own ? t("chat.you") : from}, <LocalDate value={at} style="moment" />
            </p>
            <p className="whitespace-pre-line wrap-break-word">{frenchSpaces(body)}</p>
            {file && <MessageFile file={file} path={`/account/chat/files/${file.id}`} />}
          </li>
        ))}
      </ol>
    </MessagePages>
  );
}
