import { Check, Clock, type IconNode, X } from "lucide";
import { useTranslation } from "react-i18next";
import type { PaperRow } from "#contract/accounts/supporting-documents";
import { Badge, type BadgeMeaning } from "~/ui/badge";

const looks: Record<PaperRow["status"], { meaning: BadgeMeaning; icon: IconNode }> = {
  pending: { meaning: "warning", icon: Clock },
  accepted: { meaning: "success", icon: Check },
  rejected: { meaning: "danger", icon: X },
};

export function PaperBadge({ status }: { status: PaperRow["status"] }) {
  const { t } = useTranslation("documents");
  return <Badge {...looks[status]}>{t(`states.${status}`)}</Badge>;
}
