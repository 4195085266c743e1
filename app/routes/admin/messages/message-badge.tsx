import { Archive, Check, Clock, type IconNode } from "lucide";
import { useTranslation } from "react-i18next";
import type { MessageStatus } from "#contract/contact";
import { Badge, type BadgeMeaning } from "~/ui/badge";

const looks: Record<MessageStatus, { meaning: BadgeMeaning; icon: IconNode }> = {
  new: { meaning: "warning", icon: Clock },
  answered: { meaning: "success", icon: Check },
  closed: { meaning: "plain", icon: Archive },
};

export function MessageBadge({ status }: { status: MessageStatus }) {
  const { t } = useTranslation("contact");
  return <Badge {...looks[status]}>{t(`messages.status.${status}`)}</Badge>;
}
