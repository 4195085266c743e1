import { useTranslation } from "react-i18next";
import type { PledgePayment } from "#contract/pledges";
import { Facts } from "~/ui/facts";

type Props = { pledge: Pick<PledgePayment, "payee" | "reference">; amount: string };

/** What to write on the cheque, and where to send it. */
export function ChequeSteps({ pledge: { payee, reference }, amount }: Props) {
  const { t } = useTranslation("donate");
  const facts = [
    { label: t("cheque.payable"), value: payee.holder },
    { label: t("payee.amount"), value: amount },
    { label: t("cheque.back"), value: <span className="font-mono text-lg">{reference}</span> },
    { label: t("cheque.send"), value: `${payee.holder}, ${payee.postalAddress}` },
  ];
  return (
    <section className="mt-10 rounded-2xl bg-beige p-[clamp(1.5rem,3.4vw,2.75rem)]">
      <h2 className="title-section">{t("cheque.title")}</h2>
      <Facts facts={facts} className="mt-6 grid gap-4" />
    </section>
  );
}
