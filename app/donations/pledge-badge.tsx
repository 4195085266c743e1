import { Check, Clock, type IconNode, Repeat, X } from "lucide";
import { useTranslation } from "react-i18next";
import type { PledgePayment, PledgeStatus } from "#contract/pledges";
import { Badge, type BadgeMeaning } from "~/ui/badge";

type Look = { meaning: BadgeMeaning; icon: IconNode };

const looks: Record<PledgeStatus, Look> = {
  promised: { meaning: "warning", icon: Clock },
  received: { meaning: "success", icon: Check },
  cancelled: { meaning: "plain", icon: X },
};

/** Where a pledge stands, for the staff: what came, and what did not. */
export function PledgeBadge({ status }: { status: PledgeStatus }) {
  const { t } = useTranslation("donate");
  return <Badge {...looks[status]}>{t(`pledges.status.${status}`)}</Badge>;
}

/** The same for its donor, to whom a gift of every month is active or stopped. */
export function GiftBadge({ status, rhythm }: { status: PledgeStatus; rhythm: PledgePayment["rhythm"] }) {
  const { t } = useTranslation("donations");
  const look = rhythm === "monthly" && status === "received" ? { ...looks.received, icon: Repeat } : looks[status];
  return <Badge {...look}>{t(`state.${rhythm}.${status}`)}</Badge>;
}
