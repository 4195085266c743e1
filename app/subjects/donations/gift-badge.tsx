import { Repeat } from "lucide";
import { useTranslation } from "react-i18next";
import type { PledgePayment, PledgeStatus } from "#contract/giving/pledges";
import { Badge } from "~/ui/badge";
import { pledgeBadges } from "./pledge-variants";

/** The state of a gift, for its donor; a monthly one is active or stopped. */
export function GiftBadge({ status, rhythm }: { status: PledgeStatus; rhythm: PledgePayment["rhythm"] }) {
  const { t } = useTranslation("donations");
  const badge = rhythm === "monthly" && status === "received" ? { ...pledgeBadges.received, icon: Repeat } : pledgeBadges[status];
  return <Badge {...badge}>{t(`state.${rhythm}.${status}`)}</Badge>;
}
