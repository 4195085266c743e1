import type { Dashboard } from "#contract/charity/dashboard";
import type { Translate } from "~/i18n/translate";
import type { FollowUpLine } from "./follow-up-panel";

/** What waits for staff besides the one thing at the top: letters, articles, texts. In words, so that the page needs none of its own for it. */
export function followUpOf({ letters, writing }: Dashboard, t: Translate): FollowUpLine[] {
  if (!letters || !writing) return [];
  const waiting = (name: keyof typeof letters, list: string): FollowUpLine => ({
    label: t(`dashboard:publishing.${name}`),
    count: letters[name].waiting,
    note: letters[name].late > 0 ? t("dashboard:publishing.late", { count: letters[name].late }) : undefined,
    to: letters[name].late > 0 ? `${list}?due=late` : list,
  });
  return [
    waiting("messages", "/dashboard/admin/messages"),
    waiting("applications", "/dashboard/admin/jobs/applications"),
    { label: t("dashboard:publishing.scheduled"), count: writing.scheduled, to: "/dashboard/admin/news?status=scheduled" },
    { label: t("dashboard:publishing.outdated"), count: writing.outdatedEnglish, to: "/dashboard/admin/news?english=outdated" },
  ];
}
