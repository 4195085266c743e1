import { Check, type IconNode, Undo2 } from "lucide";
import { useTranslation } from "react-i18next";
import type { PaymentRow } from "#contract/giving/payments";
import { Badge, type BadgeMeaning } from "~/ui/badge";

export type ShownState = "received" | "refunded" | "partly" | "corrected" | "partlyCorrected" | "refund" | "mistake";

/** What became of a payment, or what took one back. */
export function stateOf({
  reversal,
  refundedCents,
  mistakenCents,
  signedCents,
}: Pick<PaymentRow, "reversal" | "refundedCents" | "mistakenCents" | "signedCents">): ShownState {
  if (reversal) return reversal;
  if (refundedCents === 0) return "received";
  const isWhole = refundedCents === signedCents;
  if (mistakenCents === refundedCents) return isWhole ? "corrected" : "partlyCorrected";
  return isWhole ? "refunded" : "partly";
}

const badges: Record<ShownState, { meaning: BadgeMeaning; icon: IconNode }> = {
  received: { meaning: "success", icon: Check },
  refunded: { meaning: "warning", icon: Undo2 },
  partly: { meaning: "warning", icon: Undo2 },
  corrected: { meaning: "plain", icon: Undo2 },
  partlyCorrected: { meaning: "plain", icon: Undo2 },
  refund: { meaning: "warning", icon: Undo2 },
  mistake: { meaning: "plain", icon: Undo2 },
};

/** The state of a payment, for staff. */
export function PaymentBadge({ state }: { state: ShownState }) {
  const { t } = useTranslation("payments");
  return <Badge {...badges[state]}>{t(`state.${state}`)}</Badge>;
}
