import { useTranslation } from "react-i18next";
import type { PledgeStatus } from "#contract/giving/pledges";
import { Badge } from "~/ui/badge";
import { pledgeBadges } from "./pledge-variants";

/** The state of a pledge, for staff. */
export function PledgeBadge({ status }: { status: PledgeStatus }) {
  const { t } = useTranslation("donate");
  return <Badge {...pledgeBadges[status]}>{t(`pledges.status.${status}`)}</Badge>;
}
