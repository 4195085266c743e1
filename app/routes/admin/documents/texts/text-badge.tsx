import { Archive, Check, type IconNode, PenLine } from "lucide";
import { useTranslation } from "react-i18next";
import type { TextState } from "#contract/law/legal-editing";
import { Badge, type BadgeMeaning } from "~/ui/badge";

const badges: Record<TextState, { meaning: BadgeMeaning; icon: IconNode }> = {
  draft: { meaning: "plain", icon: PenLine },
  published: { meaning: "success", icon: Check },
  superseded: { meaning: "plain", icon: Archive },
};

export function TextBadge({ status }: { status: TextState }) {
  const { t } = useTranslation("signing");
  return <Badge {...badges[status]}>{t(`states.${status}`)}</Badge>;
}
