import { Repeat } from "lucide";
import { useTranslation } from "react-i18next";
import type { PledgePayment, PledgeStatus } from "#contract/giving/pledges";
import { Badge } from "~/ui/badge";
import { pledgeLooks } from "./pledge-variants";

/** The state of a gift, for its donor; a monthly one is active or stopped. */
export function GiftBadge({ status, rhythm }: { status: PledgeStatus; rhythm: PledgePayment["rhythm"] }) {
  const { t } = useTranslation("donations");
  const look = rhythm === "monthly" && status === "received" ? { ...pledgeLooks.received, icon: Repeat } : pledgeLooks[status];
  return <Badge {...look}>{t(`state.${rhythm}.${status}`)}</Badge>;
}
