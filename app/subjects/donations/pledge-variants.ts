import { Check, Clock, type IconNode, X } from "lucide";
import type { PledgeStatus } from "#contract/giving/pledges";
import type { BadgeMeaning } from "~/ui/badge";

type Look = { meaning: BadgeMeaning; icon: IconNode };

export const pledgeLooks: Record<PledgeStatus, Look> = {
  promised: { meaning: "warning", icon: Clock },
  received: { meaning: "success", icon: Check },
  cancelled: { meaning: "plain", icon: X },
};
