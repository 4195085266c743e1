import { useTranslation } from "react-i18next";
import type { PledgeStatus } from "#contract/giving/pledges";
import { Badge } from "~/ui/badge";
import { pledgeLooks } from "./pledge-variants";

/** Where a pledge stands, for the staff: what came, and what did not. */
export function PledgeBadge({ status }: { status: PledgeStatus }) {
  const { t } = useTranslation("donate");
  return <Badge {...pledgeLooks[status]}>{t(`pledges.status.${status}`)}</Badge>;
}
