import { Ban, Check, Clock, FileSearch, Hourglass, type IconNode, Undo2, X } from "lucide";
import { useTranslation } from "react-i18next";
import type { MembershipState } from "#contract/charity/membership-states";
import { Badge, type BadgeMeaning } from "~/ui/badge";

const badges: Record<MembershipState, { meaning: BadgeMeaning; icon: IconNode }> = {
  pending_approval: { meaning: "warning", icon: FileSearch },
  pending_payment: { meaning: "warning", icon: Hourglass },
  coming: { meaning: "information", icon: Clock },
  valid: { meaning: "success", icon: Check },
  ending: { meaning: "warning", icon: Clock },
  grace: { meaning: "warning", icon: Hourglass },
  expired: { meaning: "plain", icon: X },
  cancelled: { meaning: "danger", icon: Ban },
  refunded: { meaning: "plain", icon: Undo2 },
  abandoned: { meaning: "plain", icon: X },
};

/** The state of a membership today. */
export function MembershipBadge({ state }: { state: MembershipState }) {
  const { t } = useTranslation("memberships");
  return <Badge {...badges[state]}>{t(`state.${state}`)}</Badge>;
}
