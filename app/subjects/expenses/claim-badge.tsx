import { Check, Clock, TriangleAlert, X } from "lucide";
import { useTranslation } from "react-i18next";
import type { ClaimState } from "#contract/charity/expense-claims";
import { Badge } from "~/ui/badge";

const badges = {
  sent: { meaning: "warning", icon: Clock },
  accepted: { meaning: "success", icon: Check },
  declined: { meaning: "danger", icon: TriangleAlert },
  withdrawn: { meaning: "plain", icon: X },
} as const;

/** The state of an expense claim. */
export function ClaimBadge({ status }: { status: ClaimState }) {
  const { t } = useTranslation("expenses");
  return <Badge {...badges[status]}>{t(`status.${status}`)}</Badge>;
}
