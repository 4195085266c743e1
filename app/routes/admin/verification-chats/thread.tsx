import { useTranslation } from "react-i18next";
import type { StaffMessage } from "#contract/accounts/verification-chats";
import type { Locale } from "#contract/formats/locale";
import { type MessagePage, MessagePages } from "~/subjects/threads/message-pages";
import { ThreadMessages } from "~/subjects/threads/thread-messages";
import { Panel } from "~/ui/panel";

type Props = { messages: StaffMessage[]; locale: Locale; page?: MessagePage };

/** For the end of a conversation which is whole on another page. */
const lastPage: MessagePage = { path: "", isEarlier: false, hasEarlier: false };

/** The conversation with a person whose account waits. */
export function Thread({ messages, locale, page = lastPage }: Props) {
  const { t } = useTranslation("chats");
  return (
    <Panel title={t("chat.messages")}>
      {messages.length === 0 && <p className="muted">{t("chat.none")}</p>}
      <MessagePages page={page} messages={messages}>
        <ThreadMessages messages={messages} locale={locale} files="/dashboard/admin/verification-chats/files" />
      </MessagePages>
    </Panel>
  );
}
