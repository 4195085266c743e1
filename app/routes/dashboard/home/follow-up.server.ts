import type { Dashboard } from "#contract/charity/dashboard";
import type { Translate } from "~/i18n/translate";
import type { FollowUpLine } from "./follow-up-panel";

/** Articles to follow up, for those who publish. Translated here, so that the page needs no further namespace. */
export function followUpOf({ writing }: Dashboard, t: Translate): FollowUpLine[] {
  if (!writing || writing.scheduled + writing.outdatedEnglish === 0) return [];
  return [
    {
      label: t("dashboard:publishing.scheduled", { count: writing.scheduled }),
      count: writing.scheduled,
      to: "/dashboard/admin/news?status=scheduled",
    },
    { label: t("dashboard:publishing.outdated"), count: writing.outdatedEnglish, to: "/dashboard/admin/news?english=outdated" },
  ];
}
