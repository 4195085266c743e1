import { Archive, Check, type IconNode, PenLine } from "lucide";
import { useTranslation } from "react-i18next";
import type { ContentStatus } from "#contract/publishing/content";
import { Badge, type BadgeMeaning } from "~/ui/badge";

const badges: Record<ContentStatus, { meaning: BadgeMeaning; icon: IconNode }> = {
  draft: { meaning: "plain", icon: PenLine },
  published: { meaning: "success", icon: Check },
  archived: { meaning: "plain", icon: Archive },
};

export function StatusBadge({ status }: { status: ContentStatus }) {
  const { t } = useTranslation("content");
  return <Badge {...badges[status]}>{t(`status.${status}`)}</Badge>;
}
