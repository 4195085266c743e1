import { getFormProps } from "@conform-to/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ChatMessage } from "#contract/accounts/verification-chats";
import { frenchSpaces } from "#contract/formats/french-spaces";
import { ErrorSummary } from "~/forms/error-summary";
import { TextArea } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import { usePageForm } from "~/forms/use-page-form";
import { LocalDate } from "~/ui/local-date";
import { partField, usePartAnswer } from "./pending-parts";

const schema = () => import("#contract/accounts/verification-chats").then(({ ChatDraft }) => ChatDraft);

/** The loader gives the rules of `chat` and names the form with `submission`. */
type Conversation = { messages: ChatMessage[]; submission: string };

/** The conversation with the team, on each page where an account waits. */
export function ChatPanel({ messages, submission }: Conversation) {
  return (
    <ChatSection>
      <ChatMessages messages={messages} submission={submission} />
    </ChatSection>
  );
}

/** The same, in the form of the page: every button of it takes the text along. */
export function ChatInForm({ messages }: Pick<Conversation, "messages">) {
  const { t } = useTranslation("pending");
  const [form, fields] = usePageForm(schema, { id: "chat", answer: usePartAnswer("chat") });
  return (
    <ChatSection>
      <div className="grid gap-4">
        <Messages messages={messages} />
        <ErrorSummary form={form} />
        <TextArea field={fields.body} label={t("chat.label")} hint={t("chat.withFile")} rows={3} />
        <div>
          <Submit variant="line" name={partField} value="chat" formNoValidate>
            {t("chat.send")}
          </Submit>
        </div>
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
export function ChatMessages({ messages, submission }: Conversation) {
  const { t } = useTranslation("pending");
  const [form, fields] = usePageForm(schema, { id: "chat", answer: usePartAnswer("chat") });
  return (
    <div className="grid gap-4">
      <Messages messages={messages} />
      <Form className="grid gap-4" submission={submission} {...getFormProps(form)}>
        <ErrorSummary form={form} />
        <input type="hidden" name={partField} value="chat" />
        <TextArea field={fields.body} label={t("chat.label")} hint={t("chat.hint")} rows={3} />
        <div>
          <Submit variant="line">{t("chat.send")}</Submit>
        </div>
      </Form>
    </div>
  );
}

function Messages({ messages }: Pick<Conversation, "messages">) {
  const { t } = useTranslation("pending");
  if (messages.length === 0) return null;
  return (
    <ol className="grid gap-3">
      {messages.map(({ id, from, own, body, at }) => (
        <li key={id} className={`max-w-[90%] rounded-2xl px-5 py-3 ${own ? "ml-auto bg-primary-soft" : "mr-auto bg-beige"}`}>
          <p className="text-sm font-bold">
            {own ? t("chat.you") : from}, <LocalDate value={at} style="moment" />
          </p>
          <p className="whitespace-pre-line wrap-break-word">{frenchSpaces(body)}</p>
        </li>
      ))}
    </ol>
  );
}
