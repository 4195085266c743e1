import { Check, Clock, Hourglass, type IconNode, TriangleAlert } from "lucide";
import { useTranslation } from "react-i18next";
import type { MailRow } from "#contract/api/mails";
import { Badge, type BadgeMeaning } from "~/ui/badge";

const badges: Record<MailRow["status"], { meaning: BadgeMeaning; icon: IconNode }> = {
  waiting: { meaning: "warning", icon: Clock },
  sent: { meaning: "success", icon: Check },
  failed: { meaning: "danger", icon: TriangleAlert },
  expired: { meaning: "plain", icon: Hourglass },
};

export function MailBadge({ status }: { status: MailRow["status"] }) {
  const { t } = useTranslation("outbox");
  return <Badge {...badges[status]}>{t(`states.${status}`)}</Badge>;
}
