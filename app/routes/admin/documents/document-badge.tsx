import { Check, Clock, type IconNode, X } from "lucide";
import { useTranslation } from "react-i18next";
import type { SupportingDocumentRow } from "#contract/accounts/supporting-documents";
import { Badge, type BadgeMeaning } from "~/ui/badge";

const badges: Record<SupportingDocumentRow["status"], { meaning: BadgeMeaning; icon: IconNode }> = {
  pending: { meaning: "warning", icon: Clock },
  accepted: { meaning: "success", icon: Check },
  rejected: { meaning: "danger", icon: X },
};

export function DocumentBadge({ status }: { status: SupportingDocumentRow["status"] }) {
  const { t } = useTranslation("documents");
  return <Badge {...badges[status]}>{t(`states.${status}`)}</Badge>;
}
