import { Archive, CalendarClock, Check, Clock, type IconNode, Minus, PenLine, TriangleAlert } from "lucide";
import { useTranslation } from "react-i18next";
import type { ArticleStatus, EnglishState } from "#contract/articles";
import { Badge, type BadgeMeaning } from "~/ui/badge";

const statuses: Record<ArticleStatus, { meaning: BadgeMeaning; icon: IconNode }> = {
  draft: { meaning: "plain", icon: PenLine },
  in_review: { meaning: "warning", icon: Clock },
  scheduled: { meaning: "information", icon: CalendarClock },
  published: { meaning: "success", icon: Check },
  archived: { meaning: "plain", icon: Archive },
};

export function StatusBadge({ status }: { status: ArticleStatus }) {
  const { t } = useTranslation("articles");
  return (
    <Badge meaning={statuses[status].meaning} icon={statuses[status].icon}>
      {t(`status.${status}`)}
    </Badge>
  );
}

const english: Record<EnglishState, { meaning: BadgeMeaning; icon: IconNode }> = {
  none: { meaning: "plain", icon: Minus },
  draft: { meaning: "plain", icon: PenLine },
  outdated: { meaning: "warning", icon: TriangleAlert },
  reviewed: { meaning: "success", icon: Check },
};

/** State of the English text; the short form is for where the word "English" stands above. */
export function EnglishBadge({ state, short = false }: { state: EnglishState; short?: boolean }) {
  const { t } = useTranslation("articles");
  return (
    <Badge meaning={english[state].meaning} icon={english[state].icon}>
      {t(short ? `englishShort.${state}` : `english.${state}`)}
    </Badge>
  );
}
