import { Check, Clock, HandHelping, Lock, TriangleAlert } from "lucide";
import { useTranslation } from "react-i18next";
import type { HoursState } from "#contract/charity/volunteer-hours";
import { Badge } from "~/ui/badge";

const badges = {
  proposed: { meaning: "information", icon: HandHelping },
  submitted: { meaning: "warning", icon: Clock },
  validated: { meaning: "success", icon: Check },
  rejected: { meaning: "danger", icon: TriangleAlert },
  locked: { meaning: "plain", icon: Lock },
} as const;

/** The state of hours. */
export function HoursBadge({ status }: { status: HoursState }) {
  const { t } = useTranslation("hours");
  return <Badge {...badges[status]}>{t(`status.${status}`)}</Badge>;
}
