import { Archive, Clock, type IconNode, Minus, Reply } from "lucide";
import { useTranslation } from "react-i18next";
import type { ChatStatus } from "#contract/accounts/verification-chats";
import { Badge, type BadgeMeaning } from "~/ui/badge";

const badges: Record<ChatStatus, { meaning: BadgeMeaning; icon: IconNode }> = {
  waiting_staff: { meaning: "warning", icon: Reply },
  open: { meaning: "plain", icon: Minus },
  waiting_user: { meaning: "information", icon: Clock },
  closed: { meaning: "plain", icon: Archive },
};

/** Whose turn it is in a conversation. */
export function ChatBadge({ status }: { status: ChatStatus }) {
  const { t } = useTranslation("chats");
  return <Badge {...badges[status]}>{t(`status.${status}`)}</Badge>;
}
