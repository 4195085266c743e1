import { Check, type IconNode, TriangleAlert, X } from "lucide";
import { useTranslation } from "react-i18next";
import type { ReceiptState } from "#contract/giving/fiscal-receipts";
import { Badge, type BadgeMeaning } from "~/ui/badge";

const badges: Record<ReceiptState, { meaning: BadgeMeaning; icon: IconNode }> = {
  issued: { meaning: "success", icon: Check },
  to_replace: { meaning: "warning", icon: TriangleAlert },
  cancelled: { meaning: "plain", icon: X },
};

/** The state of a tax receipt, for staff. */
export function ReceiptBadge({ state }: { state: ReceiptState }) {
  const { t } = useTranslation("receipts");
  return <Badge {...badges[state]}>{t(`state.${state}`)}</Badge>;
}
