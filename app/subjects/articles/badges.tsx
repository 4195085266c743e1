import { Archive, CalendarClock, Check, Clock, type IconNode, PenLine, Trash2 } from "lucide";
import { useTranslation } from "react-i18next";
import type { ArticleStatus } from "#contract/publishing/articles";
import { Badge, type BadgeMeaning } from "~/ui/badge";

const statuses: Record<ArticleStatus, { meaning: BadgeMeaning; icon: IconNode }> = {
  draft: { meaning: "plain", icon: PenLine },
  in_review: { meaning: "warning", icon: Clock },
  scheduled: { meaning: "information", icon: CalendarClock },
  published: { meaning: "success", icon: Check },
  archived: { meaning: "plain", icon: Archive },
  deleted: { meaning: "plain", icon: Trash2 },
};

export function StatusBadge({ status }: { status: ArticleStatus }) {
  const { t } = useTranslation("articles");
  return (
    <Badge meaning={statuses[status].meaning} icon={statuses[status].icon}>
      {t(`status.${status}`)}
    </Badge>
  );
}
