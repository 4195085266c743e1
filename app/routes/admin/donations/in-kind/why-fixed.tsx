import { useTranslation } from "react-i18next";
import type { GiftInKindRecord } from "#contract/giving/gifts-in-kind";
import { Link } from "~/ui/link";

/** Why a gift cannot be corrected, or not be deleted either, and what to do first. */
export function WhyFixed({ gift: { isErased, wasCertified, valueState, value } }: { gift: GiftInKindRecord }) {
  const { t } = useTranslation("in-kind");
  if (isErased) return <p className="hint">{t("change.erased")}</p>;
  if (value?.receipt)
    return (
      <p className="hint">
        {t("change.receiptFirst")}{" "}
        <Link to={`/dashboard/admin/fiscal-receipts/${value.receipt.id}`}>{t("change.openReceipt", { number: value.receipt.number })}</Link>
      </p>
    );
  return <p className="hint">{t(valueState === "approved" && !wasCertified ? "change.approvedFirst" : "change.valueFirst")}</p>;
}
