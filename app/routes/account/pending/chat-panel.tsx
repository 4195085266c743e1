import { useTranslation } from "react-i18next";
import type { ChatMessage } from "#contract/accounts/verification-chats";
import { frenchSpaces } from "#contract/formats/french-spaces";
import { Form, Submit } from "~/forms/form";
import { LocalDate } from "~/ui/local-date";

/** The conversation with the team, on each page where an account waits. */
export function ChatPanel({ messages }: { messages: ChatMessage[] }) {
  const { t } = useTranslation("pending");
  return (
    <section className="rounded-2xl border-2 border-line p-7" aria-labelledby="chat">
      <h2 id="chat" className="title-card">
        {t("chat.title")}
      </h2>
      {messages.length > 0 && (
        <ol className="mt-4 grid gap-3">
          {messages.map(({ id, from, own, body, at }) => (
            <li key={id} className={`max-w-[90%] rounded-2xl px-5 py-3 ${own ? "ml-auto bg-primary-soft" : "mr-auto bg-beige"}`}>
              <p className="text-sm font-bold">
                {own ? t("chat.you") : from}, <LocalDate value={at} style="short" />
              </p>
              <p className="whitespace-pre-line wrap-break-word">{frenchSpaces(body)}</p>
            </li>
          ))}
        </ol>
      )}
      <Form action="/account/pending/chat" className="mt-4 grid justify-items-start gap-3">
        <div className="field w-full">
          <label htmlFor="chat-body">{t("chat.label")}</label>
          <p className="hint" id="chat-hint">
            {t("chat.hint")}
          </p>
          <textarea id="chat-body" name="body" className="control" rows={3} maxLength={4000} required aria-describedby="chat-hint" />
        </div>
        <Submit look="line">{t("chat.send")}</Submit>
      </Form>
    </section>
  );
}
