import { Archive, Check, Clock, type IconNode, X } from "lucide";
import { useTranslation } from "react-i18next";
import type { SupportingDocumentRow } from "#contract/accounts/supporting-documents";
import { Badge, type BadgeMeaning } from "~/ui/badge";

const badges: Record<SupportingDocumentRow["status"], { meaning: BadgeMeaning; icon: IconNode }> = {
  pending: { meaning: "warning", icon: Clock },
  accepted: { meaning: "success", icon: Check },
  rejected: { meaning: "danger", icon: X },
};

/** The state of a document; `closed` is one that nobody checked before its file was refused. */
export function DocumentBadge({ status, closed = false }: { status: SupportingDocumentRow["status"]; closed?: boolean }) {
  const { t } = useTranslation("documents");
  if (closed)
    return (
      <Badge meaning="plain" icon={Archive}>
        {t("closed")}
      </Badge>
    );
  return <Badge {...badges[status]}>{t(`states.${status}`)}</Badge>;
}
