import { Check, Clock, type IconNode, X } from "lucide";
import type { PledgeStatus } from "#contract/giving/pledges";
import type { BadgeMeaning } from "~/ui/badge";

type BadgeVariant = { meaning: BadgeMeaning; icon: IconNode };

export const pledgeBadges: Record<PledgeStatus, BadgeVariant> = {
  promised: { meaning: "warning", icon: Clock },
  received: { meaning: "success", icon: Check },
  cancelled: { meaning: "plain", icon: X },
};
