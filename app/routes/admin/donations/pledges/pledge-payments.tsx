import { useTranslation } from "react-i18next";
import { formatEuros } from "#contract/giving/money";
import type { PaymentRow } from "#contract/giving/payments";
import type { PledgeRecord } from "#contract/giving/pledges";
import { PaymentRows } from "~/subjects/donations/payment-rows";
import { ButtonLink } from "~/ui/button";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";

const path = "/dashboard/admin/donations";

/** What came of a pledge, the newest first, and the way to record more. */
export function PledgePayments({ pledge, payments }: { pledge: PledgeRecord; payments: PaymentRow[] }) {
  const { t } = useTranslation("payments");
  const { locale } = usePage();
  const { id, status, rhythm, reference, receivedCents } = pledge;
  const mayPay = status !== "cancelled" || rhythm === "monthly";
  return (
    <Panel title={t("pledge.title")} link={payments.length > 0 ? { to: `${path}?pledgeId=${id}`, label: t("pledge.see") } : undefined}>
      <p>{payments.length > 0 ? t("pledge.received", { amount: formatEuros(locale, receivedCents) }) : t("pledge.none")}</p>
      <PaymentRows payments={payments} />
      {mayPay && (
        <p className="actions mt-4">
          <ButtonLink variant="line" to={`${path}/create?reference=${reference}`}>
            {t("pledge.add")}
          </ButtonLink>
        </p>
      )}
    </Panel>
  );
}
