import { useTranslation } from "react-i18next";
import type { StaffMessage } from "#contract/accounts/verification-chats";
import type { Locale } from "#contract/formats/locale";
import { ThreadMessages } from "~/subjects/threads/thread-messages";
import { Panel } from "~/ui/panel";

/** The conversation with a person whose account waits. */
export function Thread({ messages, locale }: { messages: StaffMessage[]; locale: Locale }) {
  const { t } = useTranslation("chats");
  return (
    <Panel title={t("chat.messages")}>
      {messages.length === 0 && <p className="muted">{t("chat.none")}</p>}
      <ThreadMessages messages={messages} locale={locale} />
    </Panel>
  );
}
