import type { Role } from "#contract/accounts/roles";
import type { Dashboard } from "#contract/charity/dashboard";
import type { Translate } from "~/i18n/translate";
import type { FollowUpLine } from "./follow-up-panel";

/** Articles to follow up, for those who publish. Translated here, so that the page needs no further namespace. */
export function followUpOf({ writing }: Dashboard, role: Role, t: Translate): FollowUpLine[] {
  if (!writing) return [];
  const { waiting, scheduled, outdatedEnglish, toReview, scheduledFirst, outdatedFirst } = writing;
  const lines = [
    { label: t("dashboard:publishing.review", { count: waiting }), count: waiting, articles: toReview },
    {
      label: t("dashboard:publishing.scheduled", { count: scheduled }),
      count: scheduled,
      to: "/dashboard/admin/news?status=scheduled",
      articles: scheduledFirst,
    },
    {
      label: t("dashboard:publishing.outdated"),
      count: outdatedEnglish,
      to: "/dashboard/admin/news?english=outdated",
      articles: outdatedFirst,
    },
  ];
  if (role !== "ADMIN") return lines.filter(({ count }) => count > 0).map(({ to: _closed, ...line }) => line);
  // The queues show administrators what is to be reviewed.
  const counted = lines.filter(({ to }) => to);
  return counted.some(({ count }) => count > 0) ? counted.map((line) => ({ ...line, articles: [] })) : [];
}
